"""Questions asked at the same time get the answers they get one after the other: the kernel lets go of the GIL and shares nothing."""

from concurrent.futures import ThreadPoolExecutor

from zapato import odds

SHOES = [[24 - turn % 5, 20 + turn % 3, *[24] * 7, 96 - 3 * turn] for turn in range(6)]


def ask(shoe):
    solution = odds.solve("thot", shoe=shoe)
    return solution.pre_deal_ev, solution.ev_bytes, odds.hand("casino-es", "2 2", "2", "5 " * (shoe[9] % 7)).ev


def test_threads_do_not_disturb_each_other():
    one_by_one = [ask(shoe) for shoe in SHOES]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(ask, SHOES * 3))

    assert together == one_by_one * 3
