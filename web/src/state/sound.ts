// A few short sounds made in the browser, off until chosen. No file is loaded; nothing plays before a click allows it.
import type { Picture } from '../model/playback';
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

function tone(frequency: number, startS: number, lengthS: number, volume: number, type: OscillatorType): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  const at = context.currentTime + startS;
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lengthS);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + lengthS);
}

/** Paper on cloth: a breath of filtered noise. */
function rustle(lengthS: number, volume: number): void {
  if (!context) return;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lengthS), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = 3200;
  const gain = context.createGain();
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}

const sounds = {
  card: () => rustle(0.09, 0.25),
  chip: () => {
    tone(2600, 0, 0.05, 0.06, 'triangle');
    tone(3900, 0.012, 0.04, 0.04, 'triangle');
  },
  turn: () => {
    tone(660, 0, 0.14, 0.07, 'sine');
    tone(880, 0.1, 0.2, 0.06, 'sine');
  },
  win: () => {
    [523, 659, 784].forEach((note, i) => tone(note, i * 0.08, 0.22, 0.06, 'sine'));
  },
} as const;

export function play(name: keyof typeof sounds): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  sounds[name]();
}

/** The sound of one picture, if it has one. */
export function soundOf(before: Picture['view'], { view, event }: Picture): keyof typeof sounds | null {
  if (event?.type === 'bet-accepted') return 'chip';
  if (event?.type === 'round') {
    const type = event.event.type;
    if (type === 'box-card' || type === 'dealer-card' || type === 'hole-turned') return 'card';
    if (type === 'doubled') return 'chip';
  }
  if (event === null && view.you.moves.length > 0 && before.you.moves.length === 0) return 'turn';
  if (event === null && before.you.net === null && (view.you.net ?? 0) > 0) return 'win';
  return null;
}
