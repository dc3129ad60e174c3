// The game's keys. They act on what the felt shows; the server has the last word on every one of them.
import type { Move, TableView } from '../../wire/types';
import { hall } from '../../state/hall.svelte';
import { language } from '../../state/language.svelte';
import { voice } from '../../state/voice.svelte';
import { groupOf } from '../dock/group';

interface Doors {
  read(): void;
  help(): void;
}

const moveOfKey: Readonly<Record<string, Move>> = { h: 'hit', s: 'stand', d: 'double', p: 'split', r: 'surrender' };

/** Typing into a field, or a key that the focused control needs for itself. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (!target) return false;
  if (target.closest('input, select, textarea, dialog')) return true;
  if (event.key !== ' ' && event.key !== 'Enter') return false;
  // Space presses a focused button or follows a link, except on the chips and the betting circle, where Enter already does.
  const control = target.closest('button, a[href]');
  return control !== null && !control.matches('.spot, .chip-pick');
}

function play(view: TableView, move: Move): void {
  const one = view.you.moves.find((candidate) => candidate.move === move);
  if (!one) return;
  if (one.refusal) voice.say(language.refusal(one.refusal));
  else void hall.play(move);
}

function offers(view: TableView, key: string): boolean {
  const offer = view.you.offers[0];
  if (key === 'n') void hall.play('decline');
  else if (view.you.surrender_offered && key === 'y') void hall.play('surrender');
  else if (offer?.even_money && key === 'y') void hall.play('even-money');
  else if (offer && offer.insurance_most > 0 && (key === 'i' || (key === 'y' && !offer.even_money))) {
    if (offer.insure_refusal) voice.say(language.refusal(offer.insure_refusal));
    else void hall.play('insure', chosenInsurance() ?? offer.insurance_most);
  } else return false;
  return true;
}

/** The amount in the field, where the rules let it be chosen. */
function chosenInsurance(): number | null {
  const field = document.querySelector<HTMLInputElement>('.offer input[type="number"]');
  return field && Number.isFinite(field.valueAsNumber) ? field.valueAsNumber : null;
}

function betting(view: TableView, event: KeyboardEvent): boolean {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  const value = digit === undefined ? undefined : view.rules.chips[Number(digit) - 1];
  if (value !== undefined) {
    hall.chip = value;
    if (event.shiftKey) hall.take(value);
    else hall.lay(value);
    return true;
  }
  switch (event.key.toLowerCase()) {
    case ' ':
      void hall.deal();
      return true;
    case 'backspace':
      hall.undo();
      return true;
    case 'delete':
      hall.clear();
      return true;
    case 'r':
      hall.repeat();
      return true;
    case 'x':
      hall.doubleBet();
      return true;
    case 'p':
      void hall.sitOut();
      return true;
    default:
      return false;
  }
}

export function handleKey(event: KeyboardEvent, view: TableView, doors: Doors): void {
  if (
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.defaultPrevented ||
    event.repeat ||
    belongsToControl(event)
  )
    return;
  const key = event.key.toLowerCase();
  let done = true;
  if (key === '?') doors.help();
  else if (key === 'l') doors.read();
  else {
    const group = groupOf(view, hall.canBet);
    const move = moveOfKey[key];
    if (group === 'offers') done = offers(view, key);
    else if (group === 'moves' && move) play(view, move);
    else if (group === 'betting') done = betting(view, event);
    else if (key === ' ' && (event.target === document.body || event.target === null))
      done = true; // no page jump under the felt
    else done = false;
  }
  if (done) event.preventDefault();
}
