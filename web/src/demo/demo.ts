// `npm run dev`, then /demo.html?state=turn&lang=en&theme=light&deck=four: the page with a view made by hand.
import { mount } from 'svelte';
import App from '../App.svelte';
import { setTo, EMPTY } from '../model/betting';
import { hall } from '../state/hall.svelte';
import { router } from '../state/route.svelte';
import { settings } from '../state/settings.svelte';
import { lobbyTables, NOW, scenes } from './scenes';
import '../ui/tokens.css';
import '../ui/base.css';

const query = new URLSearchParams(location.search);
const state = query.get('state') ?? 'turn';
settings.theme = (query.get('theme') ?? 'dark') as typeof settings.theme;
settings.locale = (query.get('lang') ?? 'es-MX') as typeof settings.locale;
settings.deck = (query.get('deck') ?? 'two') as typeof settings.deck;
settings.speed = (query.get('speed') ?? 'instant') as typeof settings.speed;

hall.linkState = (query.get('link') ?? 'open') as typeof hall.linkState;
hall.serverNow = NOW;
hall.player = 'p3';
hall.tables = lobbyTables;
hall.purse = { purse: 12_400, in_play: 0, may_refill: query.has('refill'), refill_from_ms: null };
const scene = scenes[state];
router.route = scene ? { page: 'table', table: scene.table } : { page: 'lobby' };

mount(App, { target: document.getElementById('app') ?? document.body });

if (scene) {
  queueMicrotask(() => {
    hall.shown = scene;
    hall.chip = 500;
    if (state === 'betting') hall.draft = setTo(EMPTY, 500, scene.rules.chips);
  });
}
