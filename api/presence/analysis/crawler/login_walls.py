"""Recognises pages that ask for a login instead of content, and pages meant to be plain.

Invariant: decided from one page's facts alone.
"""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from presence.analysis.types import PageFacts

_UTILITY = re.compile(
    r"/(?:cart|basket|checkout|log-?in|log-?out|sign-?in|sign-?up|register|account|my-account|"
    r"search|admin|wp-admin|wp-login|password|thank-?you|thanks|404|unsubscribe|preferences|"
    r"wishlist|product_compare|compare-(?:list|products)|feed|genindex|py-modindex)(?:[/.]|$)",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"/(?:[\w-]*-)?(?:legal-?notice|privacy-?policy|terms|terms-of-\w+|imprint|impressum|"
    r"datenschutz\w*|agb|widerruf\w*|cookie-?policy|disclaimer|mentions-?l[eé]gales|cgv|cgu|"
    r"confidentialit[eé]|note-?legali|informativa-?privacy|colofon|privacy\w+|aviso-?legal|privacidad|"
    r"aviso-de-privacidad|politica-de-\w+|politique-de-\w+|polityka-\w+|regulamin)"
    r"(?:[-_](?:policy|statement|notice|erklaerung|erklärung))?(?:\.\w{2,5})?/?$"
    # What is also a ware (cookies of a bakery, legal services) only where notices stand.
    r"|^(?:/\w{2}(?:[-_]\w{2})?)?(?:/(?:pages?|policies|legal|info|about))?"
    r"/(?:legal|privacy|cookies?)(?:[-_](?:policy|statement|notice))?(?:\.\w{2,5})?/?$",
    re.IGNORECASE,
)
_FOLDER = re.compile(r"(?:directory listing for|index of) /", re.IGNORECASE)
_LOGIN = re.compile(
    r"/(?:log-?in|sign-?in|auth|sso|account/login|session/new|users/sign_in|wp-login)(?:[/.]|$)",
    re.IGNORECASE,
)
_WALL_WORDS = 80
# How to reach somebody, who is responsible, what it looks like: as short as they are, whole.
_NOTICE = (
    r"contacts?|contact-?us|get-in-touch|directions|find-us|how-to-find-us|opening-?hours|hours|"
    r"imprint|legal|legal-?notice|gallery|galleries|photos?|pictures|portfolio|sitemap|"
    r"kontakt|anfahrt|impressum|oeffnungszeiten|öffnungszeiten|sprechzeiten|sprechstunden|galerie|fotogalerie|bilder|"
    r"bildergalerie|contactez-?nous|nous-contacter|acces|accès|horaires|mentions-?legales|"
    r"mentions-?légales|contacto|contactanos|contáctanos|contactar|como-llegar|cómo-llegar|"
    r"horarios?|aviso-?legal|galeria|galería|fotos|imagenes|contatti|contattaci|dove-siamo|orari|"
    r"note-?legali|galleria|foto|contact-opnemen|openingstijden|openingsuren|colofon|galerij|"
    r"fotoalbum|route|routebeschrijving|contato|contacte-?nos|fale-conosco|onde-estamos|como-chegar|"
    r"galeria-de-fotos|kontakty|dojazd|godziny-otwarcia|nota-prawna|galeria-zdjec|kontakta-oss|"
    r"oppettider|öppettider|bildgalleri|hitta-hit|kontakt-os|aabningstider|åbningstider|"
    r"iletisim|iletişim|galeri|kontakty|kontaktid|yhteystiedot|"
    r"お問い?合わ?せ|問い合わせ|アクセス|特定商取引法に基づく表記|ギャラリー|"
    r"اتصل-?بنا|تواصل-?معنا|معرض-?الصور|контакты|联系我们|聯絡我們|문의|연락처"
)
_NOTICE_PATH = re.compile(rf"/(?:{_NOTICE})(?:\.\w{{2,5}})?/?$", re.IGNORECASE)
_NOTICE_TITLE = re.compile(rf"(?:{_NOTICE})", re.IGNORECASE)
_TITLE_PARTS = re.compile(r"\s+[|–—·»«:-]\s+|\s*[|»:]\s+")


def is_utility(url: str) -> bool:
    """Pages nobody wants in an answer (basket, account, search); some checks exempt them."""
    return bool(_UTILITY.search(urlsplit(url).path))


def is_legal(url: str) -> bool:
    """Legal notices: their owner may well keep them out of search, and nobody is won by them."""
    return bool(_LEGAL.search(unquote(urlsplit(url).path)))


def lists_folder(page: PageFacts) -> bool:
    """A list of files that a web server makes where a folder has no page: nobody wrote it."""
    return bool(_FOLDER.match(page.title))


def is_notice(page: PageFacts) -> bool:
    """A page that says how to reach somebody, who is responsible or shows pictures: it is whole
    without many words. Known by its address, or by a title or main heading that says no more.
    """
    if _NOTICE_PATH.search(unquote(urlsplit(page.final_url).path)):
        return True
    tops = [*_TITLE_PARTS.split(page.title)[:1], *(h for level, h in page.headings if level == 1)]
    return any(_NOTICE_TITLE.fullmatch(re.sub(r"\s+", "-", text.strip())) for text in tops)


def login_wall(page: PageFacts) -> bool:
    """A page that asks for a login instead of showing its content."""
    if page.status == 401:
        return True
    if _LOGIN.search(urlsplit(page.url).path) or is_utility(page.url):
        return False
    sent_to_login = page.final_url != page.url and _LOGIN.search(urlsplit(page.final_url).path)
    return bool(sent_to_login) or (page.login_form and page.word_count < _WALL_WORDS)
