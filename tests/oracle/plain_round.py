"""A second reading of the rules of play, to hold the round against: one procedure over plain dicts and lists, for records only.

Written from docs/rules.md without the round's code, and shares nothing with it but the names of the parameters. It
believes the record: what it checks is what comes out, and, through `seen`, what could have been done at each decision.
"""

from collections.abc import Callable
from typing import Any

ANY_DOUBLE = {"any": range(3, 21), "9-11": range(9, 12), "10-11": range(10, 12), "none": range(0)}


def points(card: str) -> int:
    return 1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 10


def best(cards: list[str]) -> int:
    low = sum(map(points, cards))
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def is_soft(cards: list[str]) -> bool:
    return best(cards) != sum(map(points, cards))


def ace_ten(cards: list[str]) -> bool:
    return len(cards) == 2 and sorted(map(points, cards)) == [1, 10]


def play_plain(
    record: dict[str, Any], rules: dict[str, Any], seen: Callable[[str, int, set[str]], None] = lambda *_: None
) -> dict[str, Any]:
    """What comes out of `record` by the parameters `rules`. `seen(kind, box, legal moves)` hears of every decision."""
    shoe = record["cards"].split()[::-1]
    moves = record["moves"][::-1]
    purse = {bet["player"]: bet["purse"] for bet in record["bets"] if "purse" in bet}
    staked: dict[str, int] = {bet["player"]: 0 for bet in record["bets"]}
    back = dict(staked)
    insured: list[dict[str, Any]] = []

    def pays(player: str, amount: int) -> bool:
        return purse.get(player, amount) >= amount

    def take(player: str, amount: int) -> None:
        staked[player] += amount
        if player in purse:
            purse[player] -= amount

    boxes: dict[int, dict[str, Any]] = {}
    for number in sorted({bet["box"] for bet in record["bets"]}):
        bets = [bet for bet in record["bets"] if bet["box"] == number]
        bettors = [bet for bet in bets if not bet.get("behind")] + [bet for bet in bets if bet.get("behind")]
        money = {bet["player"]: bet["amount"] for bet in bettors}
        boxes[number] = {"bettors": bettors, "hands": [{"cards": [], "money": money, "state": "play"}], "even": set()}
    for bet in record["bets"]:
        staked[bet["player"]] += bet["amount"]

    # The deal.
    for box in boxes.values():
        box["hands"][0]["cards"].append(shoe.pop())
    dealer = [shoe.pop()]
    for box in boxes.values():
        box["hands"][0]["cards"].append(shoe.pop())
    peek_game = rules["hole"] == "peek"
    if peek_game:
        dealer.append(shoe.pop())
    up = points(dealer[0])

    # Insurance and even money.
    if up == 1 and rules["insurance"] != "none":
        open_to: dict[tuple[int, str], tuple[set[str], int]] = {}
        for number, box in boxes.items():
            natural = ace_ten(box["hands"][0]["cards"])
            insurable = not natural or rules["natural_may_insure"]
            even_money = natural and rules["even_money"]
            for bet in box["bettors"]:
                least = 1 if rules["insurance"] == "up-to-half" else bet["amount"] // 2
                if insurable or even_money:
                    may = {"decline"} | ({"insure"} if insurable else set()) | ({"even-money"} if even_money else set())
                    open_to[number, bet["player"]] = (may, least)
        while open_to and moves and moves[-1]["move"] in ("insure", "decline", "even-money"):
            move = moves[-1]
            box = boxes[move["box"]]
            player = move.get("player", box["bettors"][0]["player"])
            if (move["box"], player) not in open_to:
                break
            moves.pop()
            may, least = open_to.pop((move["box"], player))
            seen("offer", move["box"], may if pays(player, least) else may - {"insure"})
            if move["move"] == "even-money":
                box["even"].add(player)
            if move["move"] == "insure":
                bet = next(bet for bet in box["bettors"] if bet["player"] == player)
                amount = move.get("amount", bet["amount"] // 2)
                take(player, amount)
                insured.append({"box": move["box"], "player": player, "amount": amount})

    # Early surrender with a peek due.
    peek_due = peek_game and (up == 1 or (up == 10 and rules["peek_on_ten"]))
    against = up != 1 or rules["surrender_against_ace"]
    if peek_due and rules["surrender"] == "early" and against:
        for number, box in boxes.items():
            if ace_ten(box["hands"][0]["cards"]):
                continue
            answered = moves and moves[-1]["box"] == number and moves[-1]["move"] in ("surrender", "decline")
            if answered:
                seen("surrender", number, {"surrender", "decline"})
                if moves.pop()["move"] == "surrender":
                    box["hands"][0]["state"] = "surrender"
    natural_seen = peek_due and ace_ten(dealer)

    # The moves.
    for number, box in boxes.items():
        place = 0
        seat = box["bettors"][0]
        while not natural_seen and place < len(box["hands"]):
            hand = box["hands"][place]
            cards, split = hand["cards"], hand.get("split", False)
            ace_once = split and cards[0][0] == "A" and not rules["hit_split_aces"]
            if hand["state"] != "play" or (not split and ace_ten(cards)):
                place += 1
                continue
            if len(cards) == 1:
                cards.append(shoe.pop())
            while hand["state"] == "play":
                if best(cards) > 21:
                    hand["state"] = "bust"
                    break
                two = len(cards) == 2
                pair = (
                    two
                    and points(cards[0]) == points(cards[1])
                    and (rules["split"] == "value" or cards[0][0] == cards[1][0])
                )
                may = {"stand"} if ace_once else {"stand", "hit"}
                room = len(box["hands"]) < rules["max_hands"] and pays(seat["player"], seat["amount"])
                if pair and room and (cards[0][0] != "A" or not split or rules["resplit_aces"]):
                    may.add("split")
                low = sum(map(points, cards))
                if (
                    two
                    and not ace_once
                    and (not split or rules["double_after_split"])
                    and pays(seat["player"], seat["amount"])
                ):
                    restricted = rules["double"] not in ("any", "none")
                    if low in ANY_DOUBLE[rules["double"]] and not (
                        restricted and is_soft(cards) and not rules["double_soft"]
                    ):
                        may.add("double")
                    if rules["double"] == "any":
                        may.add("double")
                first = two and not split and against
                if first and (rules["surrender"] == "late" or (rules["surrender"] == "early" and not peek_due)):
                    may.add("surrender")
                if best(cards) == 21 or may == {"stand"}:
                    break
                seen("turn", number, may)
                move = moves.pop()["move"]
                if move == "stand":
                    break
                if move == "surrender":
                    hand["state"] = "surrender"
                if move == "hit":
                    cards.append(shoe.pop())
                if move in ("double", "split"):
                    more = {}
                    for bet in box["bettors"]:
                        player = bet["player"]
                        matches = bet is seat or (
                            bet.get("follow") and hand["money"].get(player) and pays(player, bet["amount"])
                        )
                        if matches:
                            take(player, bet["amount"])
                            more[player] = bet["amount"]
                    if move == "double":
                        hand["money"] = {player: sum_ + more.get(player, 0) for player, sum_ in hand["money"].items()}
                        cards.append(shoe.pop())
                        hand["state"] = "bust" if best(cards) > 21 else "play"
                        break
                    one, two_ = cards if rules["split_order"] == "first" else cards[::-1]
                    cards = [one, shoe.pop()]
                    hand = {"cards": cards, "money": hand["money"], "state": "play", "split": True}
                    other = {"cards": [two_], "money": more, "state": "play", "split": True}
                    box["hands"][place : place + 1] = [hand, other]
                    split = True
                    ace_once = one[0] == "A" and not rules["hit_split_aces"]
            place += 1

    # The dealer.
    hands = [(number, place, box, hand) for number, box in boxes.items() for place, hand in enumerate(box["hands"])]
    natural_hands = [hand for _, _, _, hand in hands if not hand.get("split") and ace_ten(hand["cards"])]
    live = [hand for _, _, _, hand in hands if hand["state"] == "play" and hand not in natural_hands]
    if not peek_game:
        waits = bool(insured) or any(
            (hand in natural_hands and len(box["even"]) < len(box["bettors"]))
            or (hand["state"] == "surrender" and rules["surrender"] == "late")
            for _, _, box, hand in hands
        )
        if rules["hole"] == "obo":
            waits = waits or any(sum(hand["money"].values()) for _, place, _, hand in hands if place > 0)
            waits = waits or any(
                hand["money"][bet["player"]] > bet["amount"]
                for _, place, box, hand in hands
                if place == 0
                for bet in box["bettors"]
            )
        if live or (waits and up in (1, 10)):
            dealer.append(shoe.pop())
    natural = ace_ten(dealer)
    if natural:
        result = "blackjack"
    elif not live:
        result = "none"
    else:
        while best(dealer) < 17 or (rules["hit_soft_17"] and best(dealer) == 17 and is_soft(dealer)):
            dealer.append(shoe.pop())
        result = "bust" if best(dealer) > 21 else "stand"

    # Who is owed what.
    rows = []
    for number, place, box, hand in hands:
        for bet in box["bettors"]:
            stake = hand["money"].get(bet["player"], 0)
            if not stake:
                continue
            bust = hand["state"] == "bust"
            late_void = natural and rules["surrender"] == "late"
            if bet["player"] in box["even"]:
                told, returned = "even-money", 2 * stake
            elif hand["state"] == "surrender" and not late_void:
                told, returned = "surrender", stake // 2
            elif natural and hand in natural_hands:
                told, returned = "push", stake
            elif natural and rules["hole"] == "enhc":
                told, returned = "bust" if bust else "lose", 0
            elif natural and place == 0:
                told, returned = "bust" if bust else "lose", stake - bet["amount"]
            elif natural:
                told, returned = "bust" if bust else "push", stake
            elif hand in natural_hands:
                over, under = map(int, rules["blackjack_pays"].split(":"))
                told, returned = "blackjack", stake + stake * over // under
            elif bust:
                told, returned = "bust", 0
            elif result == "bust" or best(hand["cards"]) > best(dealer):
                told, returned = "win", 2 * stake
            elif best(hand["cards"]) == best(dealer):
                told, returned = "push", stake
            else:
                told, returned = "lose", 0
            back[bet["player"]] += returned
            row = {"box": number, "hand": place + 1, "player": bet["player"], "cards": " ".join(hand["cards"])}
            rows.append(row | {"total": best(hand["cards"]), "bet": stake, "result": told, "returned": returned})
    for row in insured:
        row["returned"] = 3 * row["amount"] if natural else 0
        back[row["player"]] += row["returned"]
    assert not shoe, "cards left over"
    assert not moves, "moves left over"
    return {
        "dealer": {"cards": " ".join(dealer), "total": best(dealer), "result": result},
        "hands": rows,
        "insurance": insured,
        "players": {
            player: {"staked": staked[player], "returned": back[player], "net": back[player] - staked[player]}
            for player in staked
        },
    }
