// Made by tools/wire_types.py from zapato.server.wire (`make types`). Do not edit: edit the Python messages.

export const WIRE_VERSION = 1;
export const FRAME_BYTES_MAX = 4096;
export const ID_MAX = 64;
export const NEXT_CARD_MS = 120;
export const REFILL_TO = 10000;
export const SHOWN_MS: Readonly<Record<string, number>> = {"box-card": 250, "dealer-card": 900, "hole-turned": 900, "peeked": 600, "hand-split": 250, "doubled": 200, "busted": 400, "dealer-done": 250, "hand-settled": 120};

/**
 * Why a command did nothing. A caller's mistake, never a fault of ours.
 *
 * `code` is in kebab case and stable; `values` are the numbers and names of its text. The page has a text for each code
 * that a player can meet (tests/unit/test_refusal_texts.py knows the others, and why nobody meets them).
 */
export interface Refusal {
  readonly code: string;
  readonly why: string;
  readonly values?: Readonly<Record<string, number | string>>;
}

export type Move = "stand" | "hit" | "double" | "split" | "surrender" | "insure" | "decline" | "even-money";

/** One wager on one box. The seat's own bet, or (`behind`) another player's on the seat's hand. */
export interface Bet {
  readonly box: number;
  readonly player: string;
  readonly amount: number;
  readonly behind?: boolean;
  /** Behind only: match each double and split, as far as the purse goes. */
  readonly follow?: boolean;
}

export type HandResult = "win" | "lose" | "push" | "blackjack" | "surrender" | "bust" | "even-money";

export type DealerResult = "bust" | "blackjack" | "stand" | "none";

export type StoodWhy = "move" | "clock" | "21" | "natural" | "split-ace" | "doubled";

/** More of a player's money on a hand: a double, a split, or a follow of either. */
export interface Stake {
  readonly player: string;
  readonly amount: number;
  readonly behind: boolean;
}

/** What one bettor may answer to a dealer's ace. `insurance_most` 0: no insurance; `insurance_least` equals it where exactly half is the rule. */
export interface Offer {
  readonly box: number;
  readonly player: string;
  readonly insurance_least: number;
  readonly insurance_most: number;
  readonly even_money: boolean;
  readonly behind: boolean;
}

export interface RoundOpened {
  readonly type: "round-opened";
  readonly bets: readonly Bet[];
  readonly purses: Readonly<Record<string, number>>;
}

export interface BoxCard {
  readonly type: "box-card";
  readonly box: number;
  readonly hand: number;
  readonly card: string;
}

/** `hidden`: face down. In a view the card is then null until it is turned. */
export interface DealerCard {
  readonly type: "dealer-card";
  readonly card: string | null;
  readonly hidden: boolean;
}

export interface OffersOpened {
  readonly type: "offers-opened";
  readonly offers: readonly Offer[];
}

export interface Insured {
  readonly type: "insured";
  readonly box: number;
  readonly player: string;
  readonly amount: number;
  readonly behind: boolean;
}

export interface InsuranceDeclined {
  readonly type: "insurance-declined";
  readonly box: number;
  readonly player: string;
  readonly by_clock: boolean;
  readonly behind: boolean;
}

/** Final: the natural is settled 1:1 on the spot (the money arrives at the end of the round). */
export interface EvenMoneyTaken {
  readonly type: "even-money-taken";
  readonly box: number;
  readonly player: string;
  readonly behind: boolean;
}

/** Every insurance offer has its answer. */
export interface OffersClosed {
  readonly type: "offers-closed";
}

/** Early surrender, before the peek, to the seat of this box. */
export interface SurrenderOffered {
  readonly type: "surrender-offered";
  readonly box: number;
}

export interface SurrenderDeclined {
  readonly type: "surrender-declined";
  readonly box: number;
  readonly by_clock: boolean;
}

/** The dealer looked under the upcard. With a natural the round ends. */
export interface Peeked {
  readonly type: "peeked";
  readonly natural: boolean;
}

/** This hand is to act. (A hand that stands by itself has no turn.) */
export interface TurnBegan {
  readonly type: "turn-began";
  readonly box: number;
  readonly hand: number;
}

export interface Stood {
  readonly type: "stood";
  readonly box: number;
  readonly hand: number;
  readonly why: StoodWhy;
}

/** The hand asked for a card; the card follows as `BoxCard`. */
export interface Hit {
  readonly type: "hit";
  readonly box: number;
  readonly hand: number;
}

export interface Doubled {
  readonly type: "doubled";
  readonly box: number;
  readonly hand: number;
  /** The seat first, then the followers that matched, in the order in which they bet. */
  readonly stakes: readonly Stake[];
}

/** Hand n became n (played first, holding `first`) and n + 1 (holding `second`); later hands moved up. */
export interface HandSplit {
  readonly type: "hand-split";
  readonly box: number;
  readonly hand: number;
  readonly first: string;
  readonly second: string;
  readonly stakes: readonly Stake[];
}

export interface Surrendered {
  readonly type: "surrendered";
  readonly box: number;
  readonly hand: number;
}

export interface Busted {
  readonly type: "busted";
  readonly box: number;
  readonly hand: number;
}

export interface HoleTurned {
  readonly type: "hole-turned";
  readonly card: string;
}

export interface DealerDone {
  readonly type: "dealer-done";
  readonly total: number;
  readonly result: DealerResult;
}

export interface InsuranceSettled {
  readonly type: "insurance-settled";
  readonly box: number;
  readonly player: string;
  readonly amount: number;
  readonly result: "win" | "lose";
  readonly returned: number;
  readonly behind: boolean;
}

/** One bettor's money on one hand: `bet` is all of it, `returned` what comes back of it and with it. */
export interface HandSettled {
  readonly type: "hand-settled";
  readonly box: number;
  readonly hand: number;
  readonly player: string;
  readonly bet: number;
  readonly result: HandResult;
  readonly returned: number;
  readonly behind: boolean;
}

/** The one credit that a player gets at the end; 0 where nothing comes back. */
export interface PlayerPaid {
  readonly type: "player-paid";
  readonly player: string;
  readonly staked: number;
  readonly returned: number;
}

/** Nothing is left on the felt. */
export interface RoundEnded {
  readonly type: "round-ended";
}

export type TurnClockKind = "move" | "insurance" | "surrender";

export interface SeatTaken {
  readonly type: "seat-taken";
  readonly player: string;
  readonly name: string;
  readonly box: number;
  /** For the server; 0 in what travels. */
  readonly purse: number;
  readonly resident: boolean;
}

export interface SeatLeft {
  readonly type: "seat-left";
  readonly player: string;
  readonly box: number;
}

export interface AwaySet {
  readonly type: "away-set";
  readonly player: string;
  readonly away: boolean;
  /** Away: the seat is kept until then. */
  readonly until_ms: number | null;
}

/** Another name on the plate. */
export interface Renamed {
  readonly type: "renamed";
  readonly player: string;
  readonly name: string;
}

/** A seated player's purse was changed by something else than this table. Never travels. */
export interface PurseSet {
  readonly type: "purse-set";
  readonly player: string;
  readonly purse: number;
}

/**
 * Bets are open for round `round`, the felt is empty. The clock starts with the first chip.
 *
 * The same round again: its clock ran out and nobody had bet.
 */
export interface BettingOpened {
  readonly type: "betting-opened";
  readonly round: number;
}

export interface BetClockStarted {
  readonly type: "bet-clock-started";
  readonly ends_ms: number;
}

export interface WishSet {
  readonly type: "wish-set";
  readonly player: string;
  readonly box: number;
  readonly amount: number;
}

/** Bets closed and these chips went back instead of being accepted. */
export interface WishReturned {
  readonly type: "wish-returned";
  readonly player: string;
  readonly box: number;
  readonly amount: number;
  /** Null in what travels to others: it tells of a purse. */
  readonly why: "below-minimum" | "purse-too-small" | "away" | null;
}

/** The bet left the purse: this event's ledger line is committed with it. */
export interface BetAccepted {
  readonly type: "bet-accepted";
  readonly player: string;
  readonly box: number;
  readonly amount: number;
}

export interface SatOut {
  readonly type: "sat-out";
  readonly player: string;
  readonly box: number;
}

/** A new shoe: the hashes of both its seeds are public at once, the seeds are null in what travels before `ShoeRevealed`. */
export interface ShoeCommitted {
  readonly type: "shoe-committed";
  readonly shoe: number;
  readonly commitment: string;
  readonly reserve_commitment: string;
  readonly seed: string | null;
  readonly reserve_seed: string | null;
}

/** A new reserve in place of the one used up; public and secret as in `ShoeCommitted`. */
export interface ReserveCommitted {
  readonly type: "reserve-committed";
  readonly shoe: number;
  readonly commitment: string;
  readonly seed: string | null;
}

export interface Contributed {
  readonly type: "contributed";
  readonly shoe: number;
  readonly player: string;
  readonly name: string;
  readonly entropy: string;
}

/** Contributions are closed; seed and contributions fix the order. `cards` is how many are left after the burn. */
export interface ShoeShuffled {
  readonly type: "shoe-shuffled";
  readonly shoe: number;
  readonly cards: number;
  readonly burnt: number;
}

/** The shoe ran dry in mid-round: the discards, `cards` of them, were shuffled with the reserve seed. */
export interface ShoeReplenished {
  readonly type: "shoe-replenished";
  readonly shoe: number;
  readonly cards: number;
}

/** The shoe has ended: all its seeds, the first, then the reserves in their order, the last one unused. */
export interface ShoeRevealed {
  readonly type: "shoe-revealed";
  readonly shoe: number;
  readonly seeds: readonly string[];
}

/** One event of the round in play. */
export interface Round {
  readonly type: "round";
  readonly event: RoundEvent;
}

/** The clock of a move or answer; it runs from `starts_ms` (the felt takes its time to deal) to `ends_ms`. */
export interface ClockStarted {
  readonly type: "clock-started";
  readonly kind: TurnClockKind;
  readonly starts_ms: number;
  readonly ends_ms: number;
}

/** The server was restarted: nobody loses time to that, every clock that ran begins anew at `now_ms`. */
export interface Resumed {
  readonly type: "resumed";
  readonly now_ms: number;
}

/** The round is over and its money moved; results stay on show until `show_until_ms` of the server's clock. */
export interface RoundClosed {
  readonly type: "round-closed";
  readonly round: number;
  readonly show_until_ms: number;
}

export type Phase = "waiting" | "betting" | "offers" | "surrender" | "moves" | "settled";

export type HandState = "waiting" | "acting" | "stood" | "bust" | "natural" | "doubled" | "surrendered" | "even-money";

/** The facts that felt and buttons print; texts come from the page's catalogues. */
export interface RulesView {
  /** The text form of the whole Rules. */
  readonly text: string;
  readonly decks: number;
  readonly boxes: number;
  readonly bet_min: number;
  readonly bet_max: number;
  readonly bet_unit: number;
  readonly chips: readonly number[];
  readonly blackjack_pays: string;
  readonly hit_soft_17: boolean;
  readonly hole: string;
  readonly insurance: string;
  readonly even_money: boolean;
  readonly double: string;
  readonly max_hands: number;
  readonly surrender: string;
  readonly reshuffle_below: number;
  readonly bet_clock: number;
  readonly move_clock: number;
  readonly insurance_clock: number;
}

/** A running clock in the server's milliseconds; compare with the `now_ms` of the same message. */
export interface ClockView {
  readonly kind: "bet" | TurnClockKind;
  readonly starts_ms: number;
  readonly ends_ms: number;
}

export interface BehindView {
  readonly player: string;
  readonly name: string;
  readonly amount: number;
  readonly result: HandResult | null;
  readonly returned: number | null;
}

/** A hand on the felt. `text` is its badge (`7 / 17`, `20`); `bets` are the stacks, the first bet then a double's. */
export interface HandView {
  readonly cards: readonly string[];
  readonly total: number;
  readonly soft: boolean;
  readonly text: string;
  readonly bets: readonly number[];
  readonly state: HandState;
  readonly from_split: boolean;
  readonly result: HandResult | null;
  readonly returned: number | null;
  readonly behind: readonly BehindView[];
}

export interface SeatView {
  readonly player: string;
  readonly name: string;
  readonly resident: boolean;
  readonly away: boolean;
  readonly you: boolean;
  /** False: arrived in mid-round, or has no bet: watches until the next. */
  readonly in_round: boolean;
  /** Stood up with a bet in play: the box stays taken until the felt is empty. */
  readonly left: boolean;
}

/** One box. `wish` are chips not accepted yet, `bet` the accepted bet of this round. */
export interface BoxView {
  readonly box: number;
  readonly seat: SeatView | null;
  readonly wish: number;
  readonly bet: number;
  readonly ready: boolean;
  readonly sits_out: boolean;
  readonly hands: readonly HandView[];
  readonly insurance: number;
  /** While offers are open: whether this box's seat has answered; null where nothing was offered. */
  readonly answered: boolean | null;
}

/** `cards` in order; null is a card face down. `text` is the badge of what lies face up. */
export interface DealerView {
  readonly cards: readonly (string | null)[];
  readonly total: number;
  readonly soft: boolean;
  readonly text: string;
  readonly result: DealerResult | null;
}

export interface TurnView {
  readonly box: number;
  readonly hand: number;
}

/** A move of yours: legal where `refusal` is null; `cost` is what it would take from the purse. */
export interface MoveView {
  readonly move: Move;
  readonly cost: number;
  readonly refusal: Refusal | null;
}

export interface OfferView {
  readonly box: number;
  readonly insurance_least: number;
  readonly insurance_most: number;
  readonly even_money: boolean;
  readonly insure_refusal: Refusal | null;
}

/** The viewer's own. `box` null: watching. `moves` lists all moves of these rules while it is your turn, else nothing. */
export interface YouView {
  readonly player: string;
  readonly name: string;
  readonly box: number | null;
  readonly purse: number;
  /** Staked in this round and not settled. */
  readonly in_play: number;
  /** As bet, never as doubled; 0: none yet. */
  readonly last_bet: number;
  readonly moves: readonly MoveView[];
  readonly offers: readonly OfferView[];
  readonly surrender_offered: boolean;
  /** After settlement: this round's result; `staked` and `returned` with it. */
  readonly net: number | null;
  readonly staked: number;
  readonly returned: number;
}

export interface ContributionView {
  readonly name: string;
  readonly entropy: string;
}

/** `left` cards of `total`. Seeds are in no view; when the shoe has ended its proof holds them. */
export interface ShoeView {
  readonly shoe: number;
  /** Of the seed that fixes the order; null while a new shoe is awaited, and from then on the same to its end. */
  readonly commitment: string | null;
  /** Of the seed that shuffles the discards should the shoe run dry; null while there is none. */
  readonly reserve_commitment: string | null;
  readonly contributions: readonly ContributionView[];
  readonly open_to_contributions: boolean;
  readonly left: number;
  readonly total: number;
  readonly discards: number;
}

/** A round just past; `net` is the viewer's result, null where they had no bet. */
export interface PastRound {
  readonly round: number;
  /** Id of its record: page `/ronda/<record>`, file `/api/rounds/<record>.json`. */
  readonly record: string;
  readonly net: number | null;
}

export interface TableView {
  /** Id, as in `/mesa/<id>`: `escribas`, `sacerdotes`, `faraon`, `americana`, `casino-es`, `casino-plaza`. */
  readonly table: string;
  readonly version: number;
  readonly now_ms: number;
  readonly rules: RulesView;
  readonly phase: Phase;
  readonly round: number;
  readonly boxes: readonly BoxView[];
  readonly dealer: DealerView;
  readonly turn: TurnView | null;
  readonly clock: ClockView | null;
  readonly shoe: ShoeView;
  /** The shoe that ended last, whose proof can be read at `/zapato/<table>-<shoe>`. */
  readonly last_shoe: number | null;
  /** A new shoe: its order is fixed when the bets that are open now close. */
  readonly shuffling: boolean;
  readonly you: YouView;
  /** The last rounds, newest first, at most 10. */
  readonly past: readonly PastRound[];
  /** Whether `/api/tables/<table>/hint` answers here while something is asked of you. */
  readonly hints: boolean;
}

/** First on every connection. */
export interface Hello {
  readonly type: "hello";
  readonly wire: number;
}

/** Follow a table (leaving the one followed before). `since`: the version last seen, to be told what was missed. */
export interface Watch {
  readonly type: "watch";
  readonly table: string;
  readonly since?: number | null;
}

/** Back to the lobby: lobby news only. */
export interface Unwatch {
  readonly type: "unwatch";
}

export interface Sit {
  readonly type: "sit";
  readonly id: string;
  readonly table: string;
  readonly box: number;
}

export interface StandUp {
  readonly type: "stand-up";
  readonly id: string;
  readonly table: string;
}

/** The whole amount that shall lie on my box. */
export interface Wish {
  readonly type: "wish";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly amount: number;
}

/** «Repartir». `amount`: the wish as the page shows it, set in the same step. */
export interface Deal {
  readonly type: "deal";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly amount: number;
}

export interface SitOut {
  readonly type: "sit-out";
  readonly id: string;
  readonly table: string;
  readonly round: number;
}

/** A move or an answer. `hand` is checked: a stale page can't play another hand. */
export interface Play {
  readonly type: "play";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly box: number;
  readonly move: Move;
  readonly hand?: number | null;
  readonly amount?: number | null;
}

export interface Contribute {
  readonly type: "contribute";
  readonly id: string;
  readonly table: string;
  readonly shoe: number;
  readonly entropy: string;
}

/** Fill my purse up to 10,000 again. */
export interface Refill {
  readonly type: "refill";
  readonly id: string;
}

/** The name on my plate: 1 to 16 letters, digits, spaces. */
export interface Rename {
  readonly type: "rename";
  readonly id: string;
  readonly name: string;
}

/** Answered by `Pong` at once: keeps the link honest and measures the clock's skew. */
export interface Ping {
  readonly type: "ping";
  readonly sent_ms: number;
}

export interface PurseView {
  readonly purse: number;
  readonly in_play: number;
  readonly may_refill: boolean;
  /** The server's time from which a refill may be asked, where only the hour stands against it. */
  readonly refill_from_ms: number | null;
}

/** Answer to `Hello`. `seated` names the table where the player has a seat, so that a new tab leads there. */
export interface Welcome {
  readonly type: "welcome";
  readonly wire: number;
  readonly player: string;
  readonly name: string;
  readonly purse: PurseView;
  readonly now_ms: number;
  readonly seated: string | null;
}

export interface LobbyTable {
  readonly table: string;
  readonly rules: string;
  readonly bet_min: number;
  readonly bet_max: number;
  readonly chips: readonly number[];
  readonly decks: number;
  readonly hole: string;
  readonly double: string;
  readonly max_hands: number;
  readonly surrender: string;
  readonly boxes: readonly LobbyBox[];
  readonly cards_left: number;
  readonly cards_total: number;
  readonly reshuffle_below: number;
  readonly phase: string;
  readonly turn_box: number | null;
  readonly clock_ends_ms: number | null;
}

export interface LobbyBox {
  readonly box: number;
  readonly name: string | null;
  readonly resident: boolean;
  readonly you: boolean;
}

/** All tables; sent on `Hello` and `Unwatch`, and again (at most once a second) while something changes. */
export interface Lobby {
  readonly type: "lobby";
  readonly tables: readonly LobbyTable[];
  readonly now_ms: number;
}

/** The whole table, cut for you: answer to `Watch` where `since` is absent or too old. */
export interface View {
  readonly type: "view";
  readonly view: TableView;
}

/** What happened since version `since`, cut for you, and the table after it. Version = `view.version`. */
export interface Update {
  readonly type: "update";
  readonly since: number;
  readonly events: readonly TableEvent[];
  readonly view: TableView;
}

/** The one answer to a command: done where `refusal` is null. */
export interface Answer {
  readonly type: "answer";
  readonly id: string;
  readonly refusal: Refusal | null;
}

/** My purse changed. */
export interface Purse {
  readonly type: "purse";
  readonly purse: PurseView;
}

/** My name changed, in this tab or another one: as the books have it, which may be tidier than it was typed. */
export interface Name {
  readonly type: "name";
  readonly name: string;
}

/** A message that could not be read or was out of place; nothing happened. */
export interface Fault {
  readonly type: "fault";
  readonly refusal: Refusal;
}

export interface Pong {
  readonly type: "pong";
  readonly sent_ms: number;
  readonly now_ms: number;
}

export type RoundEvent =
  | RoundOpened
  | BoxCard
  | DealerCard
  | OffersOpened
  | Insured
  | InsuranceDeclined
  | EvenMoneyTaken
  | OffersClosed
  | SurrenderOffered
  | SurrenderDeclined
  | Peeked
  | TurnBegan
  | Stood
  | Hit
  | Doubled
  | HandSplit
  | Surrendered
  | Busted
  | HoleTurned
  | DealerDone
  | InsuranceSettled
  | HandSettled
  | PlayerPaid
  | RoundEnded;

export type TableEvent =
  | SeatTaken
  | SeatLeft
  | AwaySet
  | Renamed
  | PurseSet
  | BettingOpened
  | BetClockStarted
  | WishSet
  | WishReturned
  | BetAccepted
  | SatOut
  | ShoeCommitted
  | ReserveCommitted
  | Contributed
  | ShoeShuffled
  | ShoeReplenished
  | ShoeRevealed
  | Round
  | ClockStarted
  | RoundClosed
  | Resumed;

export type FromPage =
  | Hello
  | Watch
  | Unwatch
  | Sit
  | StandUp
  | Wish
  | Deal
  | SitOut
  | Play
  | Contribute
  | Refill
  | Rename
  | Ping;

export type FromServer =
  | Welcome
  | Lobby
  | View
  | Update
  | Answer
  | Purse
  | Name
  | Fault
  | Pong;
