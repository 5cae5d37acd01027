"""English question frames. Topics arrive as a plural or a mass noun phrase.

Invariant: no frame names a company or asks about one; see frames.py for the slots.
"""

from __future__ import annotations

from presence.analysis.language.stopwords import word_set
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
        "Which companies in {market} are best known for {topic}?",
        "Who is best known for {topic} in {market}?",
        "Name the best-known companies for {topic} in {market}.",
        "Which names come up first for {topic} in {market}?",
        "I live in {market} and need {topic}. Which companies should I know?",
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
        "How do providers of {topic} in {market} compare on price and quality?",
        "Can you compare providers of {topic} in {market}?",
        "Who has the best balance of price and quality for {topic} in {market}?",
        "What sets the providers of {topic} in {market} apart?",
        "Give me a comparison of {topic} in {market}.",
    )),
    ("comparison", True, (
        "Who gets the best reviews for {topic}?",
        "What {topic} {is} rated highest by customers?",
        "Which {topic} {has} the best reviews?",
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
        "I am not happy with the {topic} I have now. What are good alternatives?",
        "What could I switch to if my current {topic} {is} not good enough?",
        "Can you suggest alternatives to my current {topic}?",
        "My {topic} {does} not meet my needs. What else is there?",
        "I want to replace my {topic}. What would you recommend?",
    )),
    ("problem", True, (
        "It is hard to find good {topic}. Who do you recommend?",
        "I keep being disappointed by {topic}. Who gets it right?",
        "Who can I trust for {topic}?",
        "Which {topic} can I rely on?",
        "How do I find {topic} I can trust, and from whom?",
    )),
    ("problem", True, (
        "I am looking for {need}. What do you recommend?",
        "Where can I find {need}?",
        "Who offers {need}?",
        "I want {need}. Who should I talk to?",
        "What would you suggest to someone who wants {need}?",
    )),
    ("problem", True, (
        "We need {topic} for {audience}. Where should we start, and who could help?",
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
        "What should I expect to pay for {topic} in {market}, and who has fair prices?",
        "How much should I budget for {topic} in {market}, and where?",
        "Who has fair prices for {topic} in {market}?",
        "What do providers of {topic} in {market} charge?",
        "Which providers of {topic} in {market} are affordable?",
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
    "small budgets", "families", "everyday use", "busy people", "large groups",
    "first-time buyers", "demanding customers", "people who care about quality", "older people",
    "couples", "people who live in small flats", "people with high standards",
)  # fmt: skip

WORK_SEGMENTS = (
    "small businesses", "freelancers", "start-ups", "growing companies", "large companies",
    "small teams", "remote teams", "non-profit organisations", "agencies", "family businesses",
    "small budgets", "first-time buyers", "several locations", "demanding customers",
)  # fmt: skip

WORK_WORDS = word_set(
    """software platform saas api b2b crm erp business businesses company companies enterprise
    enterprises agency agencies firm firms team teams client clients owner owners manager managers
    accountant accountants invoice invoices invoicing payroll bookkeeping accounting compliance
    consulting recruiting recruitment logistics wholesale procurement startups start-ups
    professionals employees staff"""
)
