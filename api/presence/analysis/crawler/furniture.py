"""Page furniture: what a site repeats around its words and says to visitors about itself.

Navigation, breadcrumbs, consent banners, legal lines, sign-up boxes and paging are furniture. They
are recognised by landmark and role, by their words, and by their repetition across a site.

Invariant: a text is dropped only where it stands as a block of its own; no sentence is shortened.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from selectolax.lexbor import LexborNode

from presence.analysis.types import PageFacts

# Landmarks and roles that hold no words of the offer, wherever they stand.
LANDMARKS = (
    "[role=navigation],[role=contentinfo],[role=search],[role=dialog],[role=alertdialog],"
    "[role=menu],[role=menubar],[role=complementary],[role=tablist],"
    '[aria-label*="breadcrumb" i],[class*="breadcrumb" i],[id*="breadcrumb" i],'
    '[class*="pagination" i],[class*="skip-link" i],[class*="screen-reader" i]'
)
# Boxes that are furniture when they also talk of consent: a bakery has cookies too.
_CONSENT_BOXES = (
    '[id*="cookie" i],[class*="cookie" i],[id*="consent" i],[class*="consent" i],'
    '[id*="gdpr" i],[class*="gdpr" i],[id*="privacy-b" i],[class*="privacy-b" i]'
)
_LONGEST_CONSENT = 3_000
_CONSENT = re.compile(
    r"\bcookies?\b.{0,160}\b(?:accept|agree|consent|privacy|settings|analytics|essential|experience|"
    r"preferences|manage|partners|use of|using|store|allow|reject|decline|zustimm|akzeptier|ablehn|"
    r"einstellung|datenschutz|notwendig|verwend|accept|refus|param[eé]tr|mesure|consent|aceptar|"
    r"rechazar|configurar|utiliza|accett|rifiut|utilizz|accepteren|weiger|gebruik|instellingen|"
    r"aceitar|recusar|usamos|definiç|akcept|odrzu|używa|同意|使用|設定|拒否)"
    r"|\b(?:we|our|wir|nous|noi|wij)\b.{0,60}\b(?:use|verwenden|nutzen|setzen|utilisons|usiamo|"
    r"utilizziamo|gebruiken)\b.{0,40}\bcookies?\b"
    r"|\b(?:utilizamos|usamos|używamy)\b.{0,40}\b(?:cookies?|ciasteczek|plików cookie)"
    r"|store (?:and|or|and/or) access information on (?:a|your) device"
    r"|we value your privacy|nous respectons votre vie privée|wir respektieren ihre privatsphäre"
    r"|ملفات تعريف الارتباط|クッキー|cookie\s*を",
    re.IGNORECASE | re.DOTALL,
)
_LEGAL = re.compile(
    r"^\s*(?:©|(?:\(c\)|copyright)\W{0,3}(?:©\s*)?\d{4})"
    r"|\ball rights reserved\b|\balle rechte vorbehalten\b|\btous droits réservés\b"
    r"|\btodos los derechos\b|\btutti i diritti\b|\bmodern slavery\b"
    r"|\bcompany (?:no|number|registration)\b[^a-z]{0,12}\d|\bregistered charity (?:no|number)"
    r"|\bregistered (?:in [a-z ]{3,20}\W{1,4}\d|office\b)"
    r"|\bvat (?:no|number|reg)\b[^a-z]{0,9}(?:[a-z]{2}\s?)?\d|\babn\s+\d"
    r"|\bhandelsregister\b|\bamtsgericht\b|\bust-?id|\bsteuernummer\b|\bgeschäftsführ(?:er|ung)\s*:"
    r"|\brcs\s+[a-zà-ÿ]+\s+\d|\bsiret\b|\bdirecteur de la publication\b|\bmentions légales\b"
    r"|\bp\.?\s?iva\b|\bkvk\b|\bbtw-?n|\bcnpj\b|\bnip\s*:?\s*\d|\bcif\s*:?\s*[a-z]?\d"
    r"|\bterms (?:of|and)\b.{0,40}\bprivacy\b",
    re.IGNORECASE,
)
_LONGEST_LEGAL = 400
_PAGING = re.compile(
    r"^(?:[«‹←<]*\s*)?(?:prev(?:ious)?|next|back|older|newer|zurück|weiter|vorige|nächste|précédent|"
    r"suivant|anterior|siguiente|precedente|successivo|vorige|volgende|seguinte|poprzedni|następny|"
    r"back to top|nach oben|skip to (?:main )?content|zum inhalt springen|read more|mehr erfahren|"
    r"weiterlesen|lire la suite|leer más|lees meer|log ?in|sign ?in|sign ?up|anmelden|registrieren|"
    r"home|menu|menü|search|suche|close|share|print|前へ|次へ|続きを読む|ホーム|メニュー)"
    r"(?:\s*[»›→>]*)?$",
    re.IGNORECASE,
)
_TRAIL = re.compile(r"^[^.!?>›»→]{1,40}(?:\s*[>›»→]\s*[^.!?>›»→]{1,50}){1,6}$")
_SIGN_UP = re.compile(
    r"\b(?:subscribe|sign up|stay in the loop|join our (?:mailing list|newsletter))\b.{0,80}"
    r"\b(?:newsletter|news|tips|offers|updates|inbox|list|loop)\b"
    r"|\bnewsletter\b.{0,60}\b(?:abonnieren|anmelden|inscri|suscr|iscri|aanmeld|assin|zapisz)"
    r"|^(?:follow us|folge(?:n sie)? uns|suivez-nous|síguenos|seguici|volg ons)\b.{0,60}$",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST_SIGN_UP = 200
_LEAST_PAGES = 3
_REPEATED_SHARE = 0.4


def consent_boxes(body: LexborNode) -> set[int]:
    """`mem_id` of every element that asks for consent to cookies or the like."""
    found = set()
    for node in body.css(_CONSENT_BOXES):
        text = node.text()
        if len(text) <= _LONGEST_CONSENT and _CONSENT.search(text):
            found.add(node.mem_id)
    return found


def is_furniture(line: str) -> bool:
    """Whether a block says what templates say: consent, law, paging, a trail, a sign-up."""
    text = " ".join(line.split())
    return bool(
        _PAGING.match(text)
        or _TRAIL.match(text)
        or (len(text) <= _LONGEST_LEGAL and _LEGAL.search(text))
        or (len(text) <= _LONGEST_SIGN_UP and _SIGN_UP.search(text))
        or (len(text) <= _LONGEST_CONSENT and _CONSENT.search(text))
    )


def repeated_lines(pages: Sequence[PageFacts]) -> frozenset[str]:
    """Blocks that stand on two fifths of the pages, at least three: templates repeat, authors
    rarely do. Folded as `fold_line` folds them.
    """
    if len(pages) < _LEAST_PAGES:
        return frozenset()
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update({fold_line(line) for line in page.main_text.split("\n")})
    least = max(_LEAST_PAGES, math.ceil(_REPEATED_SHARE * len(pages)))
    return frozenset(line for line, count in counts.items() if line and count >= least)


def fold_line(line: str) -> str:
    """The form in which repeated lines are compared: case and numbers do not matter."""
    return re.sub(r"\d+", "0", " ".join(line.split()).casefold())


def without_furniture(pages: Iterable[PageFacts]) -> tuple[PageFacts, ...]:
    """The same pages with furniture taken out of `main_text`, `headings` and `questions`."""
    read = tuple(pages)
    repeated = repeated_lines(read)

    def kept(line: str) -> bool:
        return fold_line(line) not in repeated and not is_furniture(line)

    return tuple(
        replace(
            page,
            main_text="\n".join(line for line in page.main_text.split("\n") if kept(line)),
            headings=tuple((level, text) for level, text in page.headings if kept(text)),
            questions=tuple(pair for pair in page.questions if kept(pair[0])),
        )
        for page in read
    )
