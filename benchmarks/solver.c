/* The yardstick of the solver: the search of `sim.solver` once more, in plain C.
 *
 * The same search card by card: the same certain tricks, the same cards taken for equivalent, the
 * same hash table, the same order. So it searches the same positions, and `solver.py` compares
 * their number with the solver's before it compares any times. What each step means, and why it
 * is true, is told in `sim/solver`. The number of players is known at compile time; limits of a
 * search are left out, since no benchmark sets any.
 *
 * A card is one bit of 64: bit 16 * suit + rank, the joker at rank 13. A turn is a place in the
 * speaking order, from 0.
 */
#include <stdbool.h>
#include <stdint.h>

#ifndef PLAYERS
#define PLAYERS 4
#endif
#define SUITS 4
#define SUIT UINT64_C(0xFFFF)
#define ALL_PLACES UINT64_C(0x3FFF3FFF3FFF3FFF)
#define JOKER (UINT64_C(1) << 13)
#define JOKER_PLACES UINT64_C(0x2000200020002000)
#define ONE_OF_EACH_SUIT UINT64_C(0x0001000100010001)
#define SPREAD UINT64_C(0x9E3779B97F4A7C15)
#define MOST_CARDS 6

typedef uint64_t Cards;

enum { BROKEN = 0, KEPT = 1, OPEN = -1 };
enum { SUIT_LED, NO_TRUMP_SUIT, NAMED_SUIT };
enum { ANY_CARD, LOWEST_TRUMP, LOWEST_NON_TRUMP };
enum { MOST = -1, FEWEST = -2 }; /* aims; others are exact numbers of tricks */

/* How a contract is played; rows of the array that the solver takes. */
typedef struct {
    int64_t trump_mode, lead_mode, aim;
} Way;

typedef struct {
    uint64_t key;
    uint64_t entry; /* the problem's number; what numbers of tricks are answered; the answers */
} Slot;

/* What solver.py passes: the room of a search, and how many positions it has searched. */
typedef struct {
    uint64_t positions, problem, last_problem, slots;
    Slot *table;
    int64_t declarer;
    Cards trump, lone;
    Cards hands[PLAYERS];
} Search;

/* ---------------------------------------------------------------- bits and cards */

static inline int64_t count_of(Cards cards) { return __builtin_popcountll(cards); }

static inline Cards lowest(Cards cards) { return cards & -cards; }

static inline Cards highest(Cards cards) { return UINT64_C(1) << (63 - __builtin_clzll(cards)); }

static inline Cards above(Cards card) { return ~(card | (card - 1)); }

static inline Cards suit_of(Cards card) { return SUIT << (__builtin_ctzll(card) & 48); }

static inline Cards places_of(int suit) { return SUIT << 16 * suit; }

static inline int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

static inline int64_t smaller(int64_t one, int64_t other) { return one < other ? one : other; }

static inline int64_t next_turn(int64_t turn) { return turn + 1 < PLAYERS ? turn + 1 : 0; }

static inline Cards suit_led(Cards card, Cards trump)
{
    return card & trump ? trump : suit_of(card) & ~trump;
}

static inline Cards winning_cards(Cards cards, Cards best, Cards trump, Cards led)
{
    return cards & (best & trump ? trump & above(best) : (led & above(best)) | trump);
}

/* ---------------------------------------------------------------- certain tricks */

static inline int64_t surplus(Cards trumps, Cards higher)
{
    int64_t most = 0, count = 0;
    while (trumps) {
        Cards card = highest(trumps);
        trumps ^= card;
        count++;
        most = larger(most, count - count_of(higher & above(card)));
    }
    return most;
}

static inline int64_t run_length(const Search *s, Cards suit)
{
    Cards own = s->hands[s->declarer] & suit;
    int64_t run = count_of(own);
    for (int turn = 0; turn < PLAYERS; turn++) {
        Cards held = s->hands[turn] & suit;
        if (turn != s->declarer && held) {
            int64_t beating = count_of(own & above(highest(held)));
            if (count_of(held) > beating) run = smaller(run, beating);
        }
    }
    return run;
}

static inline bool loses_this_trick(Cards lead, Cards own, Cards trump)
{
    for (int suit = 0; suit < SUITS; suit++) {
        Cards places = places_of(suit) & ~trump;
        Cards held = own & places, led = lead & places;
        if (led && (held ? led > held : !(own & trump))) return true;
    }
    return (lead & trump) > (own & trump);
}

static inline int led_by_declarer(const Search *s, int64_t longest, int64_t least, int64_t left)
{
    Cards own = s->hands[s->declarer];
    int64_t number = count_of(own & s->trump);
    int64_t drawn = run_length(s, s->trump), total = drawn;
    bool all_run = drawn == number;
    bool draws = all_run && longest <= number;
    if (draws || least == left) {
        for (int suit = 0; suit < SUITS; suit++) {
            Cards places = places_of(suit) & ~s->trump;
            if (own & places) {
                int64_t run = run_length(s, places);
                all_run &= run == count_of(own & places);
                total += run;
            }
        }
    }
    if (draws && total >= least) return KEPT;
    if (least == left && !all_run) return BROKEN;
    return drawn >= least ? KEPT : OPEN;
}

static inline int most_is_settled(const Search *s, int64_t least, int64_t left, int64_t leader)
{
    Cards own = s->hands[s->declarer], trumps = own & s->trump, others = 0;
    int64_t lost = 0, longest = 0;
    for (int turn = 0; turn < PLAYERS; turn++) {
        if (turn == s->declarer) continue;
        Cards held = s->hands[turn];
        others |= held;
        if (held & s->trump) {
            lost = larger(lost, surplus(held & s->trump, trumps));
            longest = larger(longest, count_of(held & s->trump));
        }
    }
    if (leader != s->declarer && loses_this_trick(s->hands[leader], own, s->trump))
        lost = larger(lost, 1);
    if (left - lost < least) return BROKEN;
    if (surplus(trumps, others & s->trump) >= least) return KEPT;
    return leader == s->declarer ? led_by_declarer(s, longest, least, left) : OPEN;
}

static inline int fewest_is_settled(const Search *s, int64_t most, int64_t leader)
{
    Cards own = s->hands[s->declarer], others = 0;
    for (int turn = 0; turn < PLAYERS; turn++)
        if (turn != s->declarer) others |= s->hands[turn];
    if (surplus(own & s->trump, others & s->trump) > most) return BROKEN;
    if (leader == s->declarer || s->trump) return OPEN;
    bool safe = true;
    for (int suit = 0; suit < SUITS; suit++) {
        Cards places = places_of(suit), held = own & places, least = lowest(held);
        int64_t lower_allowed = 0;
        while (held) {
            Cards card = lowest(held);
            held ^= card;
            safe &= count_of(others & places & (card - 1)) <= lower_allowed++;
        }
        if (most == 0 && least) {
            Cards below = places & (least - 1);
            bool forced = s->hands[leader] & below;
            for (int turn = 0; turn < PLAYERS; turn++) {
                Cards has = s->hands[turn] & places;
                if (turn != s->declarer && turn != leader) forced &= !has || has & below;
            }
            if (forced) return BROKEN;
        }
    }
    return safe ? KEPT : OPEN;
}

static inline int last_trick(const Search *s, int64_t least, int64_t leader)
{
    Cards best = s->hands[leader], led = suit_led(best, s->trump);
    int64_t winner = leader, turn = leader;
    for (int card = 1; card < PLAYERS; card++) {
        turn = next_turn(turn);
        if (winning_cards(s->hands[turn], best, s->trump, led)) {
            best = s->hands[turn];
            winner = turn;
        }
    }
    return (winner == s->declarer) == (least > 0) ? KEPT : BROKEN;
}

static inline int is_settled(const Search *s, int64_t least, int64_t most, int64_t left,
                             int64_t leader)
{
    if (least > left || most < 0) return BROKEN;
    if (least <= 0 && most >= left) return KEPT;
    if (left == 1) return last_trick(s, least, leader);
    if (most >= left) return most_is_settled(s, least, left, leader);
    return least <= 0 ? fewest_is_settled(s, most, leader) : OPEN;
}

/* ---------------------------------------------------------------- the hash table */

static inline uint64_t key_of(const Search *s, int64_t leader)
{
    uint64_t held = 0, leads = (uint64_t)leader + 1;
    for (int turn = 0; turn < PLAYERS; turn++) held |= s->hands[turn];
    return held | (leads & 3) << 14 | (leads & 4) << 28;
}

static inline Slot *slot_of(const Search *s, uint64_t key)
{
    uint64_t mixed = (key ^ key >> 29) * SPREAD;
    return s->table + (mixed >> 32 & (s->slots - 1));
}

static inline int remembered(const Search *s, const Slot *slot, uint64_t key, int64_t number)
{
    if (slot->key != key || slot->entry >> 16 != s->problem) return OPEN;
    if (!(slot->entry >> number & 1)) return OPEN;
    return slot->entry >> (8 + number) & 1 ? KEPT : BROKEN;
}

static inline void remember(const Search *s, Slot *slot, uint64_t key, uint64_t known, int answer)
{
    uint64_t entry = s->problem << 16;
    if (slot->key == key && slot->entry >> 16 == s->problem) entry = slot->entry;
    entry |= known;
    if (answer == KEPT) entry |= known << 8;
    slot->key = key;
    slot->entry = entry;
}

static inline uint64_t known_by(int64_t number, int answer, int64_t least, int64_t most,
                                int64_t left)
{
    uint64_t here = UINT64_C(1) << number;
    if (most < left || least == most) return here;
    return answer == KEPT ? here | (here - 1) : 0xFF & ~(here - 1);
}

/* ---------------------------------------------------------------- misères surely kept */

static const uint64_t HOLDING[MOST_CARDS] = {
    UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC), UINT64_C(0xF0F0F0F0F0F0F0F0),
    UINT64_C(0xFF00FF00FF00FF00), UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000),
};

/* What a defender may play to a suit: the lowest card, the same if forced, the highest. */
typedef struct {
    Cards lowest, forced, highest;
} Reach;

static inline Reach play_suit(const Search *s, const Cards *cards, int64_t dealt, uint64_t hands,
                              Cards places, bool may_hold, uint64_t *after)
{
    Reach reach = {0, 0, 0};
    uint64_t without = hands;
    *after = 0;
    if (may_hold) {
        for (int place = 0; place < dealt; place++) {
            uint64_t played = hands & HOLDING[place];
            if (!(cards[place] & places) || !played) continue;
            without &= ~HOLDING[place];
            *after |= played >> (1 << place);
            reach.highest = cards[place];
            if (!reach.lowest) reach.lowest = cards[place];
        }
    }
    if (!without) reach.forced = reach.lowest;
    for (int place = 0; without && place < dealt; place++) {
        uint64_t thrown = without & HOLDING[place];
        *after |= thrown >> (1 << place);
        if (thrown && cards[place] == s->lone) reach.highest = ~UINT64_C(0);
    }
    return reach;
}

static bool stays_below(const Search *s, Cards (*cards)[MOST_CARDS], int64_t dealt,
                        const uint64_t *hands, Cards own, int64_t left, unsigned leaders)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int suit = 0; suit <= SUITS; suit++) {
            Cards places = suit == SUITS ? s->lone : places_of(suit) & ~s->lone;
            Cards mine = own & places, lead = 0, forced = 0, forced_next = 0;
            uint64_t after[PLAYERS];
            Reach reach[PLAYERS];
            if ((mine == 0) != pass || (left == 1 && pass)) continue;
            for (int turn = 0; turn < PLAYERS; turn++) {
                if (turn == s->declarer) continue;
                reach[turn] = play_suit(s, cards[turn], dealt, hands[turn], places,
                                        s->hands[turn] & places, after + turn);
                Cards low = reach[turn].lowest, must = reach[turn].forced;
                if (leaders >> turn & 1 && low && (!lead || low < lead)) lead = low;
                if (must > forced) forced_next = forced, forced = must;
                else if (must > forced_next) forced_next = must;
            }
            if (!lead) continue;
            Cards losing = mine & ((lead > forced ? lead : forced) - 1);
            if (mine && !losing) return false;
            if (left == 1) continue;
            unsigned winners = 0;
            for (int turn = 0; turn < PLAYERS; turn++)
                if (turn != s->declarer &&
                    reach[turn].highest > (reach[turn].forced == forced ? forced_next : forced))
                    winners |= 1u << turn;
            bool goes_on = false;
            for (int thrown = 0; thrown < SUITS && !goes_on; thrown++) {
                Cards among = mine ? losing : own & places_of(thrown);
                if (among)
                    goes_on = stays_below(s, cards, dealt, after, own ^ highest(among), left - 1,
                                          winners);
                if (mine) break;
            }
            if (!goes_on) return false;
        }
    }
    return true;
}

static bool surely_takes_none(const Search *s, int64_t left, int64_t leader)
{
    if (PLAYERS < 4 || left > MOST_CARDS || s->trump != s->lone || leader == s->declarer)
        return false;
    Cards cards[PLAYERS][MOST_CARDS];
    uint64_t hands[PLAYERS];
    for (int turn = 0; turn < PLAYERS; turn++) {
        Cards hand = s->hands[turn];
        hands[turn] = UINT64_C(1) << ((1 << left) - 1);
        for (int place = 0; place < left; place++, hand &= hand - 1)
            cards[turn][place] = lowest(hand);
    }
    return stays_below(s, cards, left, hands, s->hands[s->declarer], left, 1u << leader);
}

/* ---------------------------------------------------------------- the search */

static inline Cards different_cards(Cards legal, Cards own, Cards others, Cards lone)
{
    return legal & ~(((own << 1) + (ALL_PLACES & ~(own | others))) & own & ~lone);
}

static inline Cards first_lead(Cards cards, bool declares, Cards trump)
{
    Cards liked = cards & (declares ? trump : ~trump);
    return highest(liked ? liked : cards);
}

static inline Cards lowest_rank(Cards cards)
{
    Cards ranks = cards | cards >> 32;
    return lowest(cards & lowest((ranks | ranks >> 16) & SUIT) * ONE_OF_EACH_SUIT);
}

static inline Cards highest_rank(Cards cards)
{
    Cards ranks = cards | cards >> 32;
    return lowest(cards & highest((ranks | ranks >> 16) & SUIT) * ONE_OF_EACH_SUIT);
}

static inline Cards next_to_shed(Cards cards, bool leads, bool keeps_low, Cards declarers)
{
    if (!leads) return keeps_low ? lowest(cards) : highest_rank(cards);
    Cards liked = 0;
    for (int suit = 0; suit < SUITS; suit++)
        if (declarers & places_of(suit)) liked |= cards & places_of(suit);
    return lowest_rank(liked ? liked : cards);
}

static int keeps(Search *s, int64_t least, int64_t most, int64_t left, int64_t turn, int64_t played,
                 Cards led, Cards best, int64_t winner)
{
    Slot *slot = 0;
    uint64_t key = 0;
    int64_t number = 0;
    if (played == PLAYERS) {
        if (winner == s->declarer) least--, most--;
        left--;
        turn = winner;
        played = 0;
        best = led = 0;
    }
    if (played == 0) {
        int settled = is_settled(s, least, most, left, turn);
        if (settled != OPEN) return settled;
        if (s->slots) {
            number = least <= 0 ? most : least;
            key = key_of(s, turn);
            slot = slot_of(s, key);
            int answer = remembered(s, slot, key, number);
            if (answer != OPEN) return answer;
        }
        if (least <= 0 && most == 0 && surely_takes_none(s, left, turn)) {
            if (slot) remember(s, slot, key, known_by(number, KEPT, least, most, left), KEPT);
            return KEPT;
        }
    }
    s->positions++;
    Cards trump = s->trump, own = s->hands[turn], others = best;
    for (int other = 0; other < PLAYERS; other++)
        if (other != turn) others |= s->hands[other];
    bool leads = played == 0, declares = turn == s->declarer;
    Cards legal = own & led ? own & led : own;
    Cards to_try = different_cards(legal, own, others, s->lone);
    Cards winning = leads ? to_try : winning_cards(to_try, best, trump, led);
    Cards losing = to_try & ~winning;
    bool wants_trick = (declares || winner == s->declarer) == (least > 0);
    Cards first = leads || wants_trick ? winning : losing, second = to_try & ~first;
    int64_t to_declarer = s->declarer - turn + (turn <= s->declarer ? 0 : PLAYERS);
    bool keeps_low = !declares && legal != own && played + to_declarer < PLAYERS;
    int answer = declares ? BROKEN : KEPT;
    for (int pass = 0; pass < 2 && answer == (declares ? BROKEN : KEPT); pass++) {
        while (first) {
            Cards card = least <= 0 ? next_to_shed(first, leads, keeps_low, s->hands[s->declarer])
                         : leads    ? first_lead(first, declares, trump)
                                    : lowest(first);
            first ^= card;
            bool wins = card & winning;
            s->hands[turn] = own ^ card;
            int then = keeps(s, least, most, left, next_turn(turn), played + 1,
                             leads ? suit_led(card, trump) : led, wins ? card : best,
                             wins ? turn : winner);
            s->hands[turn] = own;
            if ((then == KEPT) == declares) {
                answer = then;
                break;
            }
        }
        first = second;
        second = 0;
    }
    if (slot) remember(s, slot, key, known_by(number, answer, least, most, left), answer);
    return answer;
}

/* ---------------------------------------------------------------- openings */

static void set_trump(Search *s, const Cards *dealt, int64_t trump_mode, int suit)
{
    Cards joker = 0;
    for (int turn = 0; turn < PLAYERS; turn++) joker |= dealt[turn] & JOKER;
    Cards seat = joker;
    s->lone = s->trump = joker;
    if (trump_mode != NO_TRUMP_SUIT) {
        s->trump = places_of(suit);
        s->lone = 0;
        seat = joker ? s->trump & JOKER_PLACES : 0;
    }
    for (int turn = 0; turn < PLAYERS; turn++)
        s->hands[turn] = dealt[turn] & joker ? (dealt[turn] ^ joker) | seat : dealt[turn];
    s->problem = s->last_problem - (uint64_t)suit;
}

static Cards opening_leads(const Search *s, int64_t trump_mode, int64_t lead_mode)
{
    Cards own = s->hands[s->declarer], leads = trump_mode == SUIT_LED ? own & s->trump : own;
    if (lead_mode == LOWEST_TRUMP) return lowest(leads);
    if (lead_mode == LOWEST_NON_TRUMP) {
        Cards among = own & ~s->trump ? own & ~s->trump : own;
        Cards ranks = among | among >> 32;
        Cards rank = lowest((ranks | ranks >> 16) & SUIT);
        return among & rank * ONE_OF_EACH_SUIT;
    }
    return leads;
}

static int longest_suit(Cards hand, int tried)
{
    int64_t longest = -1;
    int found = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int64_t length = count_of(hand & places_of(suit));
        if (!(tried >> suit & 1) && length > longest) {
            longest = length;
            found = suit;
        }
    }
    return found;
}

static int opening_lead_keeps(Search *s, const Way *way, int64_t least, int64_t most, int64_t left)
{
    Cards own = s->hands[s->declarer], others = 0;
    for (int turn = 0; turn < PLAYERS; turn++)
        if (turn != s->declarer) others |= s->hands[turn];
    Cards leads = opening_leads(s, way->trump_mode, way->lead_mode);
    if (!leads) return BROKEN;
    int settled = is_settled(s, least, most, left, s->declarer);
    if (settled == BROKEN || (settled == KEPT && way->lead_mode == ANY_CARD)) return settled;
    if (way->lead_mode == ANY_CARD) leads = different_cards(leads, own, others, s->lone);
    int then = BROKEN;
    while (leads && then != KEPT) {
        Cards card = first_lead(leads, true, s->trump);
        leads ^= card;
        s->hands[s->declarer] = own ^ card;
        then = keeps(s, least, most, left, next_turn(s->declarer), 1, suit_led(card, s->trump),
                     card, s->declarer);
        s->hands[s->declarer] = own;
    }
    return then;
}

static int64_t most_with_trump(Search *s, const Way *way, int64_t reached, int64_t left)
{
    while (reached < left && opening_lead_keeps(s, way, reached + 1, left, left) == KEPT) reached++;
    return reached;
}

static int64_t fewest_with_trump(Search *s, const Way *way, int64_t reached, int64_t left)
{
    if (!opening_leads(s, way->trump_mode, way->lead_mode)) return reached;
    for (int64_t wanted = 0; wanted < reached; wanted++) {
        if (wanted >= left) return left;
        if (opening_lead_keeps(s, way, 0, wanted, left) == KEPT) return wanted;
    }
    return reached;
}

static int64_t tricks_by_opening(Search *s, const Cards *dealt, const Way *way, int64_t left)
{
    int64_t reached = way->aim == FEWEST ? left + 1 : way->aim == MOST ? 0 : -1;
    int tried = 0;
    for (int count = 0; count < (way->trump_mode == NO_TRUMP_SUIT ? 1 : SUITS); count++) {
        int suit = longest_suit(dealt[s->declarer], tried);
        tried |= 1 << suit;
        set_trump(s, dealt, way->trump_mode, suit);
        if (way->aim == MOST)
            reached = most_with_trump(s, way, reached, left);
        else if (way->aim == FEWEST)
            reached = fewest_with_trump(s, way, reached, left);
        else if (reached < 0 && opening_lead_keeps(s, way, way->aim, way->aim, left) == KEPT)
            reached = way->aim;
    }
    return reached;
}

static void begin_deal(Search *s, int64_t declarer)
{
    s->declarer = declarer;
    s->last_problem += SUITS;
}

/* Fill tricks[deal][declarer]: what each player can take as declarer. */
void solve_hands(Search *s, const Cards *hands, int64_t deals, const Way *way, int64_t hand_size,
                 int8_t *tricks)
{
    for (int64_t deal = 0; deal < deals; deal++)
        for (int declarer = 0; declarer < PLAYERS; declarer++) {
            begin_deal(s, declarer);
            *tricks++ = (int8_t)tricks_by_opening(s, hands + deal * PLAYERS, way, hand_size);
        }
}

/* Fill kept[deal]: whether eldest can take so many tricks as declarer, all trumps tried. */
void keep_goal(Search *s, const Cards *hands, int64_t deals, const Way *way, int64_t least,
               int64_t most, int64_t hand_size, bool *kept)
{
    for (int64_t deal = 0; deal < deals; deal++) {
        const Cards *dealt = hands + deal * PLAYERS;
        int tried = 0;
        begin_deal(s, 0);
        kept[deal] = false;
        for (int count = 0; count < (way->trump_mode == NO_TRUMP_SUIT ? 1 : SUITS); count++) {
            int suit = longest_suit(dealt[0], tried);
            tried |= 1 << suit;
            set_trump(s, dealt, way->trump_mode, suit);
            if (opening_lead_keeps(s, way, least, most, hand_size) == KEPT) {
                kept[deal] = true;
                break;
            }
        }
    }
}
