"""Decisions and writes of the brands slice, and its interface to other slices.

Invariant: a brand belongs to the workspace the session is bound to; brands of other workspaces do
not exist here. Callers receive frozen values.
"""

from presence.domains.brands.service.brands import (
    brand_detail,
    brand_profile,
    create_brand,
    get_brand,
    primary_brand,
    primary_brand_id,
    save_primary,
    update_primary,
)
from presence.domains.brands.service.imported_prompts import prompts_for_texts
from presence.domains.brands.service.limits import (
    claim_brand,
    count_brands,
    count_competitors,
    count_prompts,
    count_websites,
    panel_size,
)
from presence.domains.brands.service.managing import (
    change_brand,
    living_brands,
    require_new_website,
    require_writable_brand,
)
from presence.domains.brands.service.offers import (
    brand_offer,
    correct_offer,
    offer_detail,
    save_reading,
)
from presence.domains.brands.service.panel import (
    active_prompts,
    interpretation_prompt,
    known_questions,
    panel_reviewed,
    save_panel,
    save_suggestions,
    waiting_suggestions,
)
from presence.domains.brands.service.panel_versions import measured_panel, version_changes
from presence.domains.brands.service.suggestions import suggest_competitors, suggested_by

__all__ = [
    "active_prompts",
    "brand_detail",
    "brand_offer",
    "brand_profile",
    "change_brand",
    "claim_brand",
    "correct_offer",
    "count_brands",
    "count_competitors",
    "count_prompts",
    "count_websites",
    "create_brand",
    "get_brand",
    "interpretation_prompt",
    "known_questions",
    "living_brands",
    "measured_panel",
    "offer_detail",
    "panel_reviewed",
    "panel_size",
    "primary_brand",
    "primary_brand_id",
    "prompts_for_texts",
    "require_new_website",
    "require_writable_brand",
    "save_panel",
    "save_primary",
    "save_reading",
    "save_suggestions",
    "suggest_competitors",
    "suggested_by",
    "update_primary",
    "version_changes",
    "waiting_suggestions",
]
