"""What a page is made of, before the template puts it into its frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from zapato.server.study.words import Words


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of its own, and what stands under it. `id` is its anchor."""

    id: str
    title: str
    parts: Sequence[Markup]


@dataclass(frozen=True, slots=True)
class Link:
    href: str
    title: str
    why: str = ""
    here: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One page in one language, but for the frame."""

    kind: str
    """Which template: `article`, `chart`, `edge`, `trainer`, `simulator`, `wrong`."""
    title: Markup
    description: Markup
    lead: Markup
    sections: Sequence[Section] = ()
    links: Sequence[Link] = ()
    more: dict[str, object] = field(default_factory=dict)
    """What only this kind's template knows."""


def paragraph(*sentences: object) -> Markup:
    return Markup("<p>{}</p>").format(Markup(" ").join(str_or_markup(one) for one in sentences if one))


def str_or_markup(one: object) -> Markup:
    return one if isinstance(one, Markup) else Markup("{}").format(one)


def note(sentence: object) -> Markup:
    return Markup('<p class="note">{}</p>').format(sentence)


def bullets(items: Iterable[object]) -> Markup:
    return Markup("<ul>{}</ul>").format(Markup("").join(Markup("<li>{}</li>").format(item) for item in items))


def questions(items: Iterable[tuple[object, object]]) -> Markup:
    return Markup("<dl>{}</dl>").format(
        Markup("").join(Markup("<dt>{}</dt><dd>{}</dd>").format(asked, answer) for asked, answer in items)
    )


def table(caption: object, head: Sequence[object], rows: Iterable[Sequence[object]]) -> Markup:
    """A table whose first column names its rows."""
    top = Markup("").join(Markup('<th scope="col">{}</th>').format(name) for name in head)
    body = Markup("").join(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            row[0], Markup("").join(Markup("<td>{}</td>").format(cell) for cell in row[1:])
        )
        for row in rows
    )
    # A wide table scrolls by itself on a phone; focus makes that possible with a keyboard too.
    return Markup(
        '<div class="scroll" tabindex="0" role="region" aria-label="{caption}"><table><caption>{caption}</caption>'
        "<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    ).format(caption=caption, top=top, body=body)


def unfold(title: object, part: Markup) -> Markup:
    """A long list that opens when it is wanted."""
    return Markup("<details><summary>{}</summary>{}</details>").format(title, part)


def picture(drawn: Markup, caption: object = "") -> Markup:
    told = Markup("<figcaption>{}</figcaption>").format(caption) if caption else Markup("")
    return Markup("<figure>{}{}</figure>").format(drawn, told)


def condition(words: Words, kind: str) -> Markup:
    """The condition of an engine's value in the page's language."""
    return words("condition.given" if kind.startswith("given") else "condition.unconditional")
