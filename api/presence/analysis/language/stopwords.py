"""Function words of the languages panels are written in.

Invariant: lower case, one set per primary language tag; content words never belong here.
"""

_EN = """a about above across after again against all almost along already also although always am
among an and another any anybody anyone anything are aren't around as at away back be became
because become been before behind being below between both but by can can't cannot could
couldn't did didn't do does doesn't doing don't done down during each either else enough etc
even ever every everybody everyone everything few for from further get gets getting give
gives go goes going got had has hasn't have haven't having he he's her here hers herself him
himself his how however i i'd i'll i'm i've if in indeed instead into is isn't it it's its
itself just keep keeps kind least less let let's like likely lot lots made make makes making
many may maybe me might mine more most mostly much must my myself near nearly neither never
next no nobody none nor not nothing now of off often on once one ones only onto or other
others otherwise our ours ourselves out over own per perhaps please put quite rather really
said same say see seem seems several shall she should shouldn't since so some somebody
someone something still such take takes than that that's the their theirs them themselves
then there there's these they they're they've thing things this those though through thus
till to today together too toward towards tell under unless until up upon us use used uses
using usually very via want wants was wasn't way ways we we'd we'll we're we've well were
weren't what what's whatever when where whether which while who who's whoever whole whom
whose why will with within without won't would wouldn't yes yet you you'd you'll you're
you've your yours yourself yourselves it'd that'll isn arent dont cant"""

_DE = """ab aber alle allem allen aller alles als also am an ander andere anderen anderer anderes
auch auf aus bei beim bereits bin bis bist da dabei dadurch dafür dagegen daher damit danach
dann daran darauf daraus darin darum das dass davon dazu dein deine deinem deinen deiner dem
den denen denn der deren des dessen dich die dies diese diesem diesen dieser dieses dir doch
dort du durch ein eine einem einen einer eines einige er es etwa etwas euch euer eure für
gegen gibt hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem
ihren ihrer im immer in indem ins ist ja jede jedem jeden jeder jedes jetzt kann kannst kein
keine keinem keinen keiner können könnte machen man manche mehr mein meine meinem meinen
meiner mich mir mit möchte muss müssen nach nicht nichts noch nun nur ob oder ohne per schon
sehr sein seine seinem seinen seiner seit sich sie sind so sobald sodass soll sollte sollten
sondern sonst sowie soviel statt über um und uns unser unsere unserem unseren unserer unter
vom von vor wann war waren warum was weil welche welchem welchen welcher welches wenn wer
werde werden wie wieder will wir wird wirst wo worden wurde wurden während würde würden z zu
zum zur zwischen"""

_FR = """a à afin ai aie ainsi alors après as au aucun aucune auquel aussi autre autres aux avant
avec avez avoir avons bien c car ce ceci cela celle celles celui cependant ces cet cette
ceux chaque chez comme comment d dans de depuis des donc dont du elle elles en encore entre
es est et été êtes être eu fait faire font grâce il ils j je jusque l la là le les leur
leurs lors lorsque lui m ma mais me même mêmes mes moi moins mon n ne ni non nos notre nous
on ont ou où par parce pas peu peut peuvent plus pour pourquoi quand que quel quelle quelles
quels qui quoi s sa sans se sera ses si soit son sont sous sur t ta te tes toi ton tous tout
toute toutes très trop tu un une vers via voici voilà vos votre vous y qu jusqu c'est d'un
d'une qu'il n'est"""

_ES = """a al algo algunas algunos ante antes aquel aquella así aun aunque bajo bien cada como con
contra cual cuales cualquier cuando cuanto de del desde donde dos durante e el él ella ellas
ellos en entre era eran es esa esas ese eso esos esta está estaba están estar estas este
esto estos fue fueron gracias ha había han has hasta hay he hemos la las le les lo los más
me mi mis mismo mucho muchos muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o
os otra otras otro otros para pero poco por porque puede pueden pues que qué quien quién
quienes se sea según ser si sí siempre sin sino sobre solo son su sus también tan tanto te
tener tiene tienen toda todas todo todos tras tu tus un una unas uno unos usted ustedes y ya
yo"""


def word_set(text: str) -> frozenset[str]:
    """Words of a white-space separated list."""
    return frozenset(text.split())


STOP_WORDS: dict[str, frozenset[str]] = {
    "en": word_set(_EN),
    "de": word_set(_DE),
    "fr": word_set(_FR),
    "es": word_set(_ES),
}
