// Before the first paint: the theme and deck that the visitor chose at the table. In a file of its own, since no inline script is allowed.
(function () {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('zapato.settings') || '{}') || {};
  } catch {
    // Storage is closed to us: what the system prefers will do.
  }
  const root = document.documentElement;
  const light = matchMedia('(prefers-color-scheme: light)').matches;
  root.dataset.theme = chosen.theme === 'light' || chosen.theme === 'dark' ? chosen.theme : light ? 'light' : 'dark';
  root.dataset.deck = chosen.deck === 'four' ? 'four' : 'two';
  if (chosen.speed) root.dataset.speed = chosen.speed;
})();
