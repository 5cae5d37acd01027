"""French question frames. Topics arrive as a noun phrase without article.

Invariant: no frame names a company or asks about one; see frames.py for the slots.
"""

from __future__ import annotations

from presence.analysis.language.stopwords import word_set
from presence.analysis.types import Intent

FRAMES: tuple[tuple[Intent, bool, tuple[str, ...]], ...] = (
    ("discovery", True, (
        "Quelles sont les meilleures offres de {topic} ?",
        "Que recommandez-vous comme {topic} ?",
        "Je cherche une bonne adresse : {topic}. Quelles sont mes options ?",
        "Quelles marques sont réputées en matière de {topic} ?",
        "Qui est connu pour son offre de {topic} ?",
    )),
    ("discovery", True, (
        "Quelles entreprises ont une offre de {topic} ?",
        "Pouvez-vous citer des entreprises spécialisées en matière de {topic} ?",
        "Quels sont les fournisseurs de {topic} ?",
        "Donnez-moi une liste de fournisseurs de {topic}.",
        "Où trouver un fournisseur de {topic} ?",
    )),
    ("discovery", True, (
        "Que recommandez-vous comme {topic} pour {audience} ?",
        "Quelles options de {topic} conviennent pour {audience} ?",
        "Qui a une offre de {topic} pour {audience} ?",
        "Quelles entreprises choisir : {topic} pour {audience} ?",
        "Où trouver une offre de {topic} pour {audience} ?",
    )),
    ("discovery", True, (
        "Où trouver une bonne offre de {topic} {market} ?",
        "Quels sont les fournisseurs de {topic} {market} ?",
        "Quelles entreprises recommandez-vous en matière de {topic} {market} ?",
        "Quelles sont les bonnes offres de {topic} {market} ?",
        "Quelles marques de {topic} choisir {market} ?",
    )),
    ("comparison", True, (
        "Comment se comparent les principales offres de {topic} ?",
        "Pouvez-vous comparer les principales offres de {topic} ?",
        "Quelles sont les différences entre les offres de {topic} les plus connues ?",
        "Comparez les meilleures offres de {topic}.",
        "Quelles offres de {topic} existent et en quoi diffèrent-elles ?",
    )),
    ("comparison", True, (
        "Comment se comparent les offres de {topic} {market} ?",
        "Pouvez-vous comparer les fournisseurs de {topic} {market} ?",
        "Qu’est-ce qui distingue les fournisseurs de {topic} {market} ?",
        "Qui propose le meilleur rapport qualité-prix en matière de {topic} {market} ?",
        "Comparez les principales offres de {topic} {market}.",
    )),
    ("comparison", True, (
        "Quelles offres de {topic} ont les meilleurs avis ?",
        "Qui a les meilleurs avis clients en matière de {topic} ?",
        "Quelles offres de {topic} les clients préfèrent-ils ?",
        "Qui est le mieux noté en matière de {topic} ?",
        "Classez les offres de {topic} selon les avis clients.",
    )),
    ("comparison", True, (
        "Quelles offres de {topic} ont le meilleur rapport qualité-prix pour {audience} ?",
        "Comment comparer prix et qualité de {topic} pour {audience} ?",
        "Qui offre un bon rapport qualité-prix en matière de {topic} pour {audience} ?",
        "Quelles offres de {topic} valent leur prix pour {audience} ?",
        "Comparez prix et qualité : {topic} pour {audience}.",
    )),
    ("problem", True, (
        "Mon choix actuel de {topic} ne me convient pas. Quelles alternatives existe-t-il ?",
        "Quelles alternatives existe-t-il en matière de {topic} ?",
        "Par quoi remplacer mon choix actuel de {topic} ?",
        "Je veux changer : {topic}. Que conseillez-vous ?",
        "Que conseillez-vous à la place de mon offre actuelle de {topic} ?",
    )),
    ("problem", True, (
        "À qui faire confiance en matière de {topic} ?",
        "Qui est fiable en matière de {topic} ?",
        "Comment trouver une offre fiable de {topic} ?",
        "Quelles entreprises sont dignes de confiance en matière de {topic} ?",
        "J’ai souvent été déçu par des offres de {topic}. Qui conseillez-vous ?",
    )),
    ("problem", True, (
        "Quelles solutions existe-t-il : {need} ?",
        "Je cherche {need}. Que proposez-vous ?",
        "Quels produits ou services existent : {need} ?",
        "Qui peut m’aider : {need} ?",
        "Que conseillez-vous si je cherche {need} ?",
    )),
    ("how-to", True, (
        "Comment bien choisir en matière de {topic}, et que recommandez-vous ?",
        "Que faut-il savoir pour choisir une offre de {topic} ?",
        "Pouvez-vous m’aider à choisir une offre de {topic} ?",
        "Comment se décider pour une offre de {topic} ?",
        "Quels critères comptent en matière de {topic} ?",
    )),
    ("how-to", True, (
        "Quel budget prévoir en matière de {topic}, et qui propose des prix justes ?",
        "Quels sont les prix habituels en matière de {topic} ?",
        "Qui propose des prix justes en matière de {topic} ?",
        "Combien coûte une bonne offre de {topic} ?",
        "Quels tarifs sont pratiqués en matière de {topic} ?",
    )),
    ("how-to", False, (
        "Que faut-il vérifier avant de choisir une offre de {topic} pour {audience} ?",
        "Quels critères de {topic} comptent pour {audience} ?",
        "Comment choisir une offre de {topic} pour {audience} ?",
        "Qu’est-ce qui compte le plus : {topic} pour {audience} ?",
        "Quels conseils donner en matière de {topic} pour {audience} ?",
    )),
)  # fmt: skip

BRANDED = (
    "Qu’est-ce que {brand} ?",
    "Pouvez-vous me parler de {brand} ?",
    "Que fait {brand} ?",
    "Qui est {brand} et que propose cette marque ?",
    "Que faut-il savoir sur {brand} ?",
)

SEGMENTS = (
    "les débutants", "les familles", "les petites entreprises", "les petits budgets",
    "les professionnels", "un usage quotidien", "les personnes pressées", "les grands groupes",
    "un premier achat", "les clients exigeants", "les seniors", "les étudiants", "les voyageurs",
)  # fmt: skip

WORK_SEGMENTS = (
    "les petites entreprises", "les indépendants", "les jeunes entreprises",
    "les entreprises en croissance", "les grandes entreprises", "les petites équipes",
    "les associations", "les agences", "les petits budgets", "les clients exigeants",
)  # fmt: skip

WORK_WORDS = word_set(
    """logiciel logiciels plateforme b2b crm erp entreprise entreprises société sociétés agence
    agences comptabilité paie factures facturation équipes salariés indépendants conseil
    logistique grossiste dirigeants"""
)
