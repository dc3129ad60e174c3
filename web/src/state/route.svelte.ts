// The page in front, following the address bar.
import { pathOf, routeOf, type Route } from '../model/route';

class Router {
  route: Route = $state.raw(routeOf(location.pathname));

  /** False until the first step inside the page: the browser itself places the focus on a page it loads. */
  stepped = false;

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(location.pathname)));
  }

  go(route: Route): void {
    const path = pathOf(route);
    if (path !== location.pathname) history.pushState(null, '', path);
    this.route = route;
    this.stepped = true;
    scrollTo(0, 0);
  }

  /** After a step, reading goes on at the new page's main part, as it would after a load. Called by the page once it is there. */
  arrived(): void {
    if (!this.stepped) return;
    const active = document.activeElement;
    if (!active || active === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }

  /** For links: an ordinary left click stays in the page, everything else is the browser's. */
  follow(event: MouseEvent, route: Route): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(route);
  }
}

export const router = new Router();
