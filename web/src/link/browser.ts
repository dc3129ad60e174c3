// The link's surroundings in a real browser.
import type { SocketLike, Surroundings } from './link';

export function browserSurroundings(): Surroundings {
  return {
    open: () => {
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      return new WebSocket(`${scheme}://${location.host}/ws`) as SocketLike;
    },
    now: () => performance.timeOrigin + performance.now(), // never steps when the computer's clock is set
    random: () => Math.random(),
    after: (ms, what) => {
      const timer = setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
  };
}
