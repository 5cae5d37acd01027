"""How close each candidate is in meaning to what the brand says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from presence.analysis.offer.business_facts import Known
from presence.analysis.offer.candidates import Candidate
from presence.analysis.offer.categories import catalogue
from presence.analysis.offer.name_vectors import name_vectors

_PAGES = 12
_SENTENCES = 40


def add_meaning(found: Sequence[Candidate], known: Known) -> None:
    """Add the similarity in meaning; in English with an embedder, otherwise does nothing."""
    if known.embedder is None or known.language != "en":
        return
    said = known.profile.description
    titled = [
        f"{page.title}. {line}"
        for page in known.pages[:_PAGES]
        for line in page.main_text[:20_000].split("\n")
        if len(line) > 30
    ][:_SENTENCES]
    texts = known.embedder.embed([f"{said} {known.profile.audience}", *titled])
    own = known.embedder.embed([one.text for one in found])
    near = own @ texts.T
    site = near[:, 1:].mean(axis=1) if len(titled) else near[:, 0]
    top = np.sort(near, axis=1)[:, -3:].mean(axis=1)
    names = own @ name_vectors(known.embedder, 1).T
    for one, value in zip(found, names.max(axis=1), strict=True):
        one.properties["near a name"] = float(value) - 0.6
    if known.likely:
        ids = list(catalogue())
        at = [ids.index(each.entry.id) for each in known.likely[:3]]
        for one, value in zip(found, names[:, at].max(axis=1), strict=True):
            one.properties["near likeliest"] = float(value) - 0.5
    for name, values in (("near description", near[:, 0]), ("near site", site), ("near some", top)):
        spread = max(float(values.std()), 1e-6)
        middle = float(values.mean())
        for one, value in zip(found, values, strict=True):
            one.properties[name] = (float(value) - middle) / spread / 2
