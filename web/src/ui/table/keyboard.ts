// The game's keys. They act on what the felt shows; the server has the last word on every one of them.
import { insuranceOf } from '../../model/betting';
import type { Move, TableView } from '../../wire/types';
import { hall } from '../../state/hall.svelte';
import { language } from '../../state/language.svelte';
import { reviewDesk } from '../../state/review.svelte';
import { voice } from '../../state/voice.svelte';
import { groupOf } from '../dock/group';
import { betLetters, HELP_LETTER, letterOf, moveOf, offerLetters, READ_LETTER, REVIEW_LETTER } from '../dock/keys';

interface Doors {
  read(): void;
  help(): void;
}

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

function offers(view: TableView, letter: string): boolean {
  const { yes, no, insure } = offerLetters;
  const offer = view.you.offers[0];
  if (letter === no) void hall.play('decline');
  else if (view.you.surrender_offered && letter === yes) void hall.play('surrender');
  else if (offer?.even_money && letter === yes) void hall.play('even-money');
  else if (offer && offer.insurance_most > 0 && (letter === insure || (letter === yes && !offer.even_money))) {
    if (offer.insure_refusal) voice.say(language.refusal(offer.insure_refusal));
    else void hall.play('insure', insuranceOf(offer, typedInsurance()));
  } else return false;
  return true;
}

/** What stands in the field, where the rules let the amount be chosen. */
function typedInsurance(): number | null {
  return document.querySelector<HTMLInputElement>('.offer input[type="number"]')?.valueAsNumber ?? null;
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
  switch (letterOf(event.key)) {
    case betLetters.deal:
      void hall.deal();
      return true;
    case betLetters.undo:
      hall.undo();
      return true;
    case betLetters.clear:
      hall.clear();
      return true;
    case betLetters.repeat:
      hall.repeat();
      return true;
    case betLetters.double:
      hall.doubleBet();
      return true;
    case betLetters.pass:
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
  const letter = letterOf(event.key);
  let done = true;
  if (letter === HELP_LETTER) doors.help();
  else if (letter === READ_LETTER) doors.read();
  else if (letter === REVIEW_LETTER) done = reviewDesk.toggle();
  else if (event.key === 'Escape') done = reviewDesk.close();
  else {
    const group = groupOf(view, hall.canBet);
    const move = moveOf(letter);
    if (group === 'offers') done = offers(view, letter);
    else if (group === 'moves' && move) play(view, move);
    else if (group === 'betting') done = betting(view, event);
    else if (event.key === ' ' && (event.target === document.body || event.target === null))
      done = true; // no page jump under the felt
    else done = false;
  }
  if (done) event.preventDefault();
}
