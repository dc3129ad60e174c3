// The page in front, following the address bar.
import { pathOf, routeOf, type Route } from '../model/route';

class Router {
  route: Route = $state.raw(routeOf(location.pathname));

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(location.pathname)));
  }

  go(route: Route): void {
    const path = pathOf(route);
    if (path !== location.pathname) history.pushState(null, '', path);
    this.route = route;
    scrollTo(0, 0);
  }

  /** For links: an ordinary left click stays in the page, everything else is the browser's. */
  follow(event: MouseEvent, route: Route): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(route);
  }
}

export const router = new Router();
