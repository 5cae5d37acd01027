"""Spanish question frames. Topics arrive as a noun phrase without article.

Invariant: no frame names a company or asks about one; see frames.py for the slots.
"""

from __future__ import annotations

from presence.analysis.language.stopwords import word_set
from presence.analysis.types import Intent

FRAMES: tuple[tuple[Intent, bool, tuple[str, ...]], ...] = (
    ("discovery", True, (
        "¿Cuáles son las mejores opciones de {topic}?",
        "¿Qué opciones de {topic} me recomiendas?",
        "Busco {topic}. ¿Cuáles son mis mejores opciones?",
        "¿Puedes enumerar las mejores opciones de {topic}?",
        "¿Quién destaca por su oferta de {topic}?",
    )),
    ("discovery", True, (
        "¿Qué empresas ofrecen {topic}?",
        "¿Puedes nombrar empresas que ofrecen {topic}?",
        "¿Quién ofrece {topic}?",
        "Dame una lista de empresas de {topic}.",
        "¿Dónde encuentro una empresa que ofrezca {topic}?",
    )),
    ("discovery", True, (
        "¿Qué opciones de {topic} son mejores para {audience}?",
        "¿Qué recomiendas en {topic} para {audience}?",
        "¿Quién ofrece {topic} para {audience}?",
        "Busco {topic} para {audience}. ¿Qué opciones hay?",
        "¿Qué empresas de {topic} convienen para {audience}?",
    )),
    ("discovery", True, (
        "¿Dónde encuentro {topic} en {market}?",
        "¿Quién ofrece {topic} en {market}?",
        "¿Qué empresas de {topic} en {market} me recomiendas?",
        "¿Cuáles son las mejores opciones de {topic} en {market}?",
        "¿Quién es líder en {topic} en {market}?",
    )),
    ("comparison", True, (
        "¿Cómo se comparan las principales opciones de {topic}?",
        "¿Puedes comparar las principales opciones de {topic}?",
        "¿Qué diferencias hay entre las opciones más conocidas de {topic}?",
        "Compara las mejores opciones de {topic}.",
        "¿Qué opciones de {topic} existen y en qué se diferencian?",
    )),
    ("comparison", True, (
        "¿Cómo se comparan las opciones de {topic} en {market}?",
        "¿Puedes comparar proveedores de {topic} en {market}?",
        "¿En qué se diferencian los proveedores de {topic} en {market}?",
        "¿Quién tiene la mejor relación calidad-precio en {topic} en {market}?",
        "Compara las principales opciones de {topic} en {market}.",
    )),
    ("comparison", True, (
        "¿Qué opciones de {topic} tienen las mejores reseñas?",
        "¿Quién tiene las mejores reseñas en {topic}?",
        "¿Qué opciones de {topic} valoran mejor los clientes?",
        "¿Quién está mejor valorado en {topic}?",
        "Ordena las opciones de {topic} según las reseñas.",
    )),
    ("comparison", True, (
        "¿Qué opciones de {topic} tienen la mejor relación calidad-precio para {audience}?",
        "¿Cómo se comparan precio y calidad de {topic} para {audience}?",
        "¿Quién ofrece buena relación calidad-precio en {topic} para {audience}?",
        "¿Qué opciones de {topic} valen la pena para {audience}?",
        "Compara precio y calidad: {topic} para {audience}.",
    )),
    ("problem", True, (
        "No estoy contento con mi opción actual de {topic}. ¿Qué alternativas hay?",
        "¿Qué alternativas hay en {topic}?",
        "¿Por qué puedo cambiar mi opción actual de {topic}?",
        "Quiero cambiar de {topic}. ¿Qué me recomiendas?",
        "¿A qué opción de {topic} me conviene cambiar?",
    )),
    ("problem", True, (
        "¿En quién puedo confiar para {topic}?",
        "¿Quién es fiable en {topic}?",
        "¿Cómo encuentro una oferta fiable de {topic}?",
        "¿Qué empresas de {topic} son de confianza?",
        "Me ha decepcionado muchas veces la oferta de {topic}. ¿A quién recomiendas?",
    )),
    ("problem", True, (
        "Busco {need}. ¿Qué me recomiendas?",
        "Necesito {need}. ¿Qué sugieres?",
        "¿Qué productos o servicios ayudan con {need}?",
        "¿Quién puede ayudarme con {need}?",
        "¿Cuál es una buena solución para {need}?",
    )),
    ("how-to", True, (
        "¿Cómo elijo {topic} y qué opciones se recomiendan?",
        "¿Qué hay que saber para elegir {topic}?",
        "¿Puedes ayudarme a elegir {topic}?",
        "¿Cómo me decido por {topic}?",
        "¿Qué criterios importan en {topic}?",
    )),
    ("how-to", True, (
        "¿Qué presupuesto necesito para {topic} y quién tiene precios justos?",
        "¿Qué precios son habituales en {topic}?",
        "¿Quién tiene precios justos en {topic}?",
        "¿Cuánto debería pagar por {topic}?",
        "¿Qué tarifas se cobran por {topic}?",
    )),
    ("how-to", False, (
        "¿Qué debo revisar al elegir {topic} para {audience}?",
        "¿Qué importa más en {topic} para {audience}?",
        "¿Cómo elijo {topic} para {audience}?",
        "¿Qué características de {topic} cuentan para {audience}?",
        "¿Qué consejos das sobre {topic} para {audience}?",
    )),
)  # fmt: skip

BRANDED = (
    "¿Qué es {brand}?",
    "¿Qué me puedes contar de {brand}?",
    "¿Qué hace {brand}?",
    "¿Quién es {brand} y qué ofrece?",
    "¿Qué debería saber sobre {brand}?",
)

SEGMENTS = (
    "principiantes", "familias", "pequeñas empresas", "presupuestos pequeños", "profesionales",
    "el uso diario", "personas con poco tiempo", "grupos grandes", "una primera compra",
    "clientes exigentes", "personas mayores", "estudiantes", "viajeros",
)  # fmt: skip

WORK_SEGMENTS = (
    "pequeñas empresas", "autónomos", "empresas emergentes", "empresas en crecimiento",
    "grandes empresas", "equipos pequeños", "asociaciones", "agencias", "presupuestos ajustados",
    "clientes exigentes",
)  # fmt: skip

WORK_WORDS = word_set(
    """software plataforma b2b crm erp empresa empresas negocio negocios agencia agencias
    contabilidad nóminas facturas facturación equipos empleados autónomos consultoría logística
    mayorista directivos"""
)
