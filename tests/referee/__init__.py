"""An independent referee of Nap, written from the rules alone.

The referee shares nothing with the simulator: no import, no encoding, no table. Cards are texts
("AC" is the ace of clubs, "TD" the ten of diamonds, "JO" the joker), players are positions at the
table (0 the dealer, 1 eldest, ...), and every rule is written out once, in the order of the rule
book:

* `pack`, `house`: cards, and what the players agreed on (`House`, `Rung`, `BASIC`);
* `chance`, `dealing`: the numbered deals, who deals, who is dealt what, how a pack is gathered;
* `acts`: what players do in a deal (`Acts`), and what it comes to (`Verdict`);
* `dealt`, `table`, `auction`: a deal up to the opening lead; `play`: its tricks;
* `open_cards`: what the declarer can be sure of when all hands are open;
* `money`: purses, pool and settlement; `deal`: one deal from first to last (`judge_deal`);
* `seats`, `reckoning`, `ties`, `session`: one session (`judge_numbered_session`).

Whatever breaks a rule raises `Foul` with a plain sentence. Standard library only.
"""

from tests.referee.acts import PASS, Acts, Trick, Verdict
from tests.referee.auction import all_auctions, hear_auction, legal_calls
from tests.referee.chance import (
    CARDS_STREAM,
    dealer_of,
    draw_below,
    extra_deal_dealer,
    first_dealer,
    philox4x32,
    random_words,
)
from tests.referee.deal import Chance, judge, judge_deal
from tests.referee.dealing import (
    cut_pack,
    deal_cards,
    gathered_pack,
    layout_in_packets,
    numbered_layout,
    shuffled_pack,
    speaking_order,
)
from tests.referee.dealt import check_hands
from tests.referee.house import BASIC, House, Rung
from tests.referee.money import settle
from tests.referee.pack import JOKER, RANKS, SUIT_NAMES, SUITS, Foul, pack_of
from tests.referee.play import Revokes, beats, watch_play
from tests.referee.reckoning import (
    Reckoning,
    SeatedDeal,
    SessionVerdict,
    judge_session,
    winners_shares,
)
from tests.referee.seats import player_at_position
from tests.referee.session import judge_numbered_session

__all__ = [
    "BASIC",
    "CARDS_STREAM",
    "JOKER",
    "PASS",
    "RANKS",
    "SUITS",
    "SUIT_NAMES",
    "Acts",
    "Chance",
    "Foul",
    "House",
    "Reckoning",
    "Revokes",
    "Rung",
    "SeatedDeal",
    "SessionVerdict",
    "Trick",
    "Verdict",
    "all_auctions",
    "beats",
    "check_hands",
    "cut_pack",
    "deal_cards",
    "dealer_of",
    "draw_below",
    "extra_deal_dealer",
    "first_dealer",
    "gathered_pack",
    "hear_auction",
    "judge",
    "judge_deal",
    "judge_numbered_session",
    "judge_session",
    "layout_in_packets",
    "legal_calls",
    "numbered_layout",
    "pack_of",
    "philox4x32",
    "player_at_position",
    "random_words",
    "settle",
    "shuffled_pack",
    "speaking_order",
    "watch_play",
    "winners_shares",
]
