"""What a brand is and sells, read from its own texts and corrected by a person."""

from presence.analysis.offer.as_json import SLOTS, offer_as_json
from presence.analysis.offer.correcting import with_corrections
from presence.analysis.offer.own_name import name_of_site
from presence.analysis.offer.reading import read_offer
from presence.analysis.offer.recognition import entry_named

__all__ = [
    "SLOTS",
    "entry_named",
    "name_of_site",
    "offer_as_json",
    "read_offer",
    "with_corrections",
]
