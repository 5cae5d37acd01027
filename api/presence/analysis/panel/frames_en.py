"""English question frames. Topics arrive as a plural or a mass noun phrase.

Invariant: no frame names a company or asks about one; see frames.py for the slots.
"""

from __future__ import annotations

from presence.analysis.types import Intent

FRAMES: tuple[tuple[Intent, bool, tuple[str, ...]], ...] = (
    ("discovery", True, (
        "What {is} the best {topic}?",
        "Which {topic} would you recommend?",
        "I am looking for {topic}. What are my best options?",
        "Can you list the top choices for {topic}?",
        "Who offers really good {topic}?",
    )),
    ("discovery", True, (
        "Which companies offer {topic}?",
        "Can you name some companies that offer {topic}?",
        "Who are the main providers of {topic}?",
        "Give me a list of providers of {topic}.",
        "Where should I look for a company that offers {topic}?",
    )),
    ("discovery", True, (
        "What {is} the best {topic} for {audience}?",
        "Which {topic} would you recommend for {audience}?",
        "Can you suggest {topic} for {audience}?",
        "What {topic} should I look at for {audience}?",
        "I need {topic} for {audience}. What are good options?",
    )),
    ("discovery", True, (
        "What are the best options for {topic} in {market}?",
        "Who offers {topic} in {market}?",
        "Which providers of {topic} in {market} can you recommend?",
        "Where can I find {topic} in {market}?",
        "Can you list good {topic} in {market}?",
    )),
    ("discovery", True, (
        "Which {topic} {is} worth the money?",
        "What {topic} can you recommend that {is} worth paying for?",
        "I want to spend my money well on {topic}. What would you pick?",
        "Which {topic} {is} really worth buying?",
        "Where do I get good value for money on {topic}?",
    )),
    ("discovery", True, (
        "Where can I find high-quality {topic}?",
        "Who is known for high-quality {topic}?",
        "Which names stand for high-quality {topic}?",
        "Can you point me to high-quality {topic}?",
        "I want high-quality {topic}. Where should I look?",
    )),
    ("discovery", True, (
        "Which {topic} {is} most popular right now?",
        "What {topic} are people choosing at the moment?",
        "Can you list the most popular choices for {topic}?",
        "What are popular options for {topic} these days?",
        "Who is popular for {topic} right now?",
    )),
    ("comparison", True, (
        "How do the leading options for {topic} compare?",
        "Can you compare the leading options for {topic}?",
        "What are the differences between the best-known options for {topic}?",
        "Give me a comparison of the top choices for {topic}.",
        "What are the leading options for {topic} and how do they differ?",
    )),
    ("comparison", True, (
        "Which {topic} {has} the best reviews?",
        "What {topic} {is} rated highest by customers?",
        "Who gets the best reviews for {topic}?",
        "Which {topic} do customers rate best?",
        "Can you rank {topic} by customer reviews?",
    )),
    ("comparison", True, (
        "Which providers of {topic} should be on my shortlist, and how do they differ?",
        "Who should I shortlist for {topic}, and what sets each apart?",
        "I am making a shortlist for {topic}. Which providers belong on it?",
        "Can you shortlist providers of {topic} and explain the differences?",
        "What providers of {topic} should I compare, and on what points?",
    )),
    ("comparison", True, (
        "How do different providers of {topic} compare for {audience}?",
        "Which providers of {topic} suit {audience} best?",
        "Can you compare providers of {topic} for {audience}?",
        "Who is better at {topic} for {audience}?",
        "What are the pros and cons of different {topic} for {audience}?",
    )),
    ("comparison", True, (
        "Which {topic} {offers} the best value for money?",
        "How do providers of {topic} compare on price and quality?",
        "Who has the best balance of price and quality for {topic}?",
        "What {is} the best-value {topic}?",
        "Can you compare prices and quality of {topic}?",
    )),
    ("problem", True, (
        "I am not happy with my current {topic}. What are good alternatives?",
        "What could I switch to if my current {topic} {is} not good enough?",
        "Can you suggest alternatives to my current {topic}?",
        "My {topic} {does} not meet my needs. What else is there?",
        "I want to replace my {topic}. What would you recommend?",
    )),
    ("problem", True, (
        "It is hard to find {topic} I can trust. Who do you recommend?",
        "I keep being disappointed by {topic}. Who gets it right?",
        "Who can I trust for {topic}?",
        "Which {topic} can I rely on?",
        "How do I find {topic} I can trust, and from whom?",
    )),
    ("problem", True, (
        "What helps with {need}?",
        "I need help with {need}. What do you suggest?",
        "Which products or services help with {need}?",
        "Who can help me with {need}?",
        "What is a good solution for {need}?",
    )),
    ("problem", True, (
        "We need {topic} for {audience} but do not know where to start. What do you suggest?",
        "What would you suggest for {audience} in need of {topic}?",
        "Who can help with {topic} for {audience}?",
        "Where should we start with {topic} for {audience}?",
        "We are looking for {topic} for {audience}. Who could help?",
    )),
    ("how-to", True, (
        "How do I choose {topic}, and which options are recommended?",
        "What is the best way to choose {topic}, and what do you recommend?",
        "I have to choose {topic}. What matters, and what are good options?",
        "Can you help me choose {topic}?",
        "How should I decide on {topic}?",
    )),
    ("how-to", True, (
        "How much {does} {topic} cost, and who offers fair prices?",
        "What should I expect to pay for {topic}, and where?",
        "What are fair prices for {topic}?",
        "What do providers charge for {topic}?",
        "Who has fair prices for {topic}, and how much should I budget?",
    )),
    ("how-to", False, (
        "What should I look for in {topic} for {audience}?",
        "What matters most in {topic} for {audience}?",
        "How do I pick {topic} for {audience}?",
        "Which features of {topic} matter for {audience}?",
        "How can {audience} choose the right {topic}?",
    )),
    ("how-to", False, (
        "How can I judge the quality of {topic} before I decide?",
        "What are signs of good {topic}?",
        "How do I tell good {topic} from bad?",
        "What should I check before I pay for {topic}?",
        "How do experts judge {topic}?",
    )),
)  # fmt: skip

BRANDED = (
    "What is {brand}?",
    "Can you tell me about {brand}?",
    "What does {brand} do?",
    "Who is {brand}, and what do they offer?",
    "What should I know about {brand}?",
)

SEGMENTS = (
    "beginners", "small budgets", "families", "small businesses", "everyday use", "professionals",
    "busy people", "large groups", "first-time buyers", "demanding customers", "long-term use",
    "people who care about quality", "people on the move", "older people", "students", "gifts",
)  # fmt: skip

MARKETS = {
    "US": "the United States", "GB": "the United Kingdom", "IE": "Ireland", "CA": "Canada",
    "AU": "Australia", "NZ": "New Zealand", "DE": "Germany", "AT": "Austria",
    "CH": "Switzerland", "FR": "France", "BE": "Belgium", "NL": "the Netherlands",
    "LU": "Luxembourg", "ES": "Spain", "PT": "Portugal", "IT": "Italy", "PL": "Poland",
    "CZ": "the Czech Republic", "SK": "Slovakia", "HU": "Hungary", "RO": "Romania",
    "GR": "Greece", "SE": "Sweden", "NO": "Norway", "DK": "Denmark", "FI": "Finland",
    "MX": "Mexico", "AR": "Argentina", "CL": "Chile", "CO": "Colombia", "BR": "Brazil",
    "IN": "India", "SG": "Singapore", "JP": "Japan", "KR": "South Korea", "ZA": "South Africa",
    "AE": "the United Arab Emirates", "IL": "Israel", "TR": "Turkey",
}  # fmt: skip
