/* The yardstick: Nap played deal after deal in plain C, with the project's own cards and bots.
 *
 * The same game as the engine of `sim`, written the way a C programmer would write it for speed:
 * one deal at a time, branches where they save work, nothing kept that no bot asks for. The
 * number of players, the pack and the hand are known at compile time. Sessions, cards, acts and
 * payments equal the engine's; `baseline.py` compiles this file and passes the arrays.
 *
 * A card is one bit of 64: bit 16 * suit + rank, the ace at rank 12. A turn is a place in the
 * speaking order: 0 is eldest, PLAYERS - 1 the dealer.
 */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#ifndef PLAYERS
#define PLAYERS 4
#endif
#define PACK UINT64_C(0x1FFF1FFF1FFF1FFF)
#define PACK_SIZE 52
#define HAND_SIZE 5
#define SUIT UINT64_C(0xFFFF)
#define ONE_OF_EACH_SUIT UINT64_C(0x0001000100010001)
#define CALL_BITS 5
#define TRICKS_SHIFT 35
#define TRUMP_SHIFT 39
#define NO_TRUMP_SUIT 4
#define MOST_CONTRACTS 8

typedef uint64_t Cards;

/* A column of the ladder; row 0 is the pass. */
enum { TARGET, MADE, FAILED, REQUIRES, LADDER_COLUMNS };
enum { CARDS_STREAM = 0, FIRST_DEALER_STREAM = 1, POLICY_STREAM = 16 };
enum { COUNTING, RANDOM };

/* A policy with its parameters worked out; the table is the one that `sim` gives its own bots. */
typedef struct {
    int64_t kind;
    const int64_t *table;
} Policy;

/* The experiment, as passed by baseline.py. */
typedef struct {
    uint64_t seed;
    int64_t deals_per_session;
    int64_t contracts;
    int64_t rotating_seats;
    const int64_t *ladder;
    const Policy *policies; /* of each player of the line-up */
} Experiment;

/* What is known once the experiment is: the legal calls after every set of contracts bid. */
typedef struct {
    const Experiment *experiment;
    uint64_t legal_calls[1 << (MOST_CONTRACTS + 1)];
} Table;

/* One deal in progress, from the cards to the last trick. */
typedef struct {
    uint64_t number;
    Cards hands[PLAYERS];
    const Policy *policies[PLAYERS];
    uint64_t auction;
    int contract;
    int declarer;
    Cards seen;
    Cards trump;
    Cards declarer_voids; /* all places of the suits that the declarer has failed to follow */
    int tricks;
} Deal;

/* ---------------------------------------------------------------- bits */

static inline Cards lowest(Cards cards) { return cards & -cards; }

static inline Cards highest(Cards cards) { return UINT64_C(1) << (63 - __builtin_clzll(cards)); }

static inline Cards nth_lowest(Cards cards, uint64_t n)
{
#ifdef __BMI2__
    return _pdep_u64(UINT64_C(1) << n, cards);
#else
    while (n--) cards &= cards - 1;
    return lowest(cards);
#endif
}

static inline Cards suit_of(Cards card) { return SUIT << (__builtin_ctzll(card) & 48); }

static inline Cards preferring(Cards cards, Cards liked)
{
    return cards & liked ? cards & liked : cards;
}

/* The card of lowest rank, the lowest suit first among equals. */
static inline Cards lowest_rank(Cards cards)
{
    Cards ranks = cards | cards >> 32;
    ranks |= ranks >> 16;
    int rank = __builtin_ctzll(ranks);
    return lowest(cards >> rank & ONE_OF_EACH_SUIT) << rank;
}

/* The card of highest rank, the lowest suit first among equals. */
static inline Cards highest_rank(Cards cards)
{
    Cards ranks = cards | cards >> 32;
    ranks = (ranks | ranks >> 16) & SUIT;
    int rank = 63 - __builtin_clzll(ranks);
    return lowest(cards >> rank & ONE_OF_EACH_SUIT) << rank;
}

/* Every place lower than some given card of the same suit. */
static inline Cards cards_below(Cards cards)
{
    Cards below = cards >> 1 & UINT64_C(0x7FFF7FFF7FFF7FFF);
    below |= below >> 1 & UINT64_C(0x7FFF7FFF7FFF7FFF);
    below |= below >> 2 & UINT64_C(0x3FFF3FFF3FFF3FFF);
    below |= below >> 4 & UINT64_C(0x0FFF0FFF0FFF0FFF);
    return below | (below >> 8 & UINT64_C(0x00FF00FF00FF00FF));
}

/* ---------------------------------------------------------------- random numbers */

typedef struct {
    uint64_t first, second;
} Words;

/* Philox4x32-10 (Salmon et al., SC'11): the two random words of one block of a stream. */
static inline Words random_words(uint64_t seed, uint32_t stream, uint64_t index, uint32_t block)
{
    uint32_t c0 = block, c1 = stream, c2 = (uint32_t)index, c3 = (uint32_t)(index >> 32);
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    for (int round = 0; round < 10; round++) {
        uint64_t product_0 = UINT64_C(0xD2511F53) * c0;
        uint64_t product_2 = UINT64_C(0xCD9E8D57) * c2;
        c0 = (uint32_t)(product_2 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)product_2;
        c2 = (uint32_t)(product_0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)product_0;
        k0 += UINT32_C(0x9E3779B9);
        k1 += UINT32_C(0xBB67AE85);
    }
    return (Words){c0 | (uint64_t)c1 << 32, c2 | (uint64_t)c3 << 32};
}

/* A number below the bound; the word keeps the fraction for the next draw. */
static inline uint64_t draw(uint64_t *word, uint64_t bound)
{
    unsigned __int128 product = (unsigned __int128)*word * bound;
    *word = (uint64_t)product;
    return (uint64_t)(product >> 64);
}

/* ---------------------------------------------------------------- the random bot */

static inline uint64_t any_legal_act(uint64_t seed, const Deal *deal, int turn, int decision,
                                     uint64_t legal)
{
    uint32_t position = (uint32_t)(turn + 1) % PLAYERS;
    uint64_t word =
        random_words(seed, POLICY_STREAM + position, deal->number, (uint32_t)decision).first;
    return nth_lowest(legal, draw(&word, (uint64_t)__builtin_popcountll(legal)));
}

/* ---------------------------------------------------------------- the counting bot */

#define HOLDINGS 8192
#define LAST_ESTIMATE 2047

static inline uint64_t holding_values(const Policy *policy, Cards hand, int suit)
{
    return (uint64_t)policy->table[hand >> (16 * suit) & SUIT];
}

static inline uint64_t counting_bid(const Policy *policy, Cards hand, uint64_t legal)
{
    uint64_t side_values = 0, best_gain = 0;
    for (int suit = 0; suit < 4; suit++) {
        uint64_t values = holding_values(policy, hand, suit);
        side_values += (uint32_t)values;
        if (values >> 32 > best_gain) best_gain = values >> 32;
    }
    uint64_t estimate = side_values + best_gain;
    if (estimate > LAST_ESTIMATE) estimate = LAST_ESTIMATE;
    return highest(legal & ((uint64_t)policy->table[HOLDINGS + estimate] | 1));
}

static inline Cards counting_opening_lead(const Policy *policy, Cards hand)
{
    uint64_t best_gain = 0;
    int best_suit = 0;
    for (int suit = 0; suit < 4; suit++) {
        uint64_t gain = holding_values(policy, hand, suit) >> 32;
        if (gain > best_gain) {
            best_gain = gain;
            best_suit = suit;
        }
    }
    return highest(hand & SUIT << (16 * best_suit));
}

static inline Cards unseen(const Deal *deal, Cards hand) { return PACK & ~(hand | deal->seen); }

static inline Cards winners(const Deal *deal, Cards hand)
{
    return hand & ~cards_below(unseen(deal, hand));
}

static inline Cards counting_lead(const Deal *deal, Cards hand, int declaring)
{
    if (declaring) {
        if (hand & deal->trump && unseen(deal, hand) & deal->trump)
            return highest(hand & deal->trump);
        return highest_rank(preferring(hand, winners(deal, hand)));
    }
    Cards side_cards = preferring(hand, ~deal->trump);
    Cards useful = preferring(side_cards, ~deal->declarer_voids);
    return highest_rank(preferring(useful, winners(deal, hand)));
}

static inline Cards counting_follow(const Deal *deal, Cards hand, Cards legal, Cards winning,
                                    int must_win)
{
    if (must_win && winning) return lowest(preferring(winning, ~deal->trump));
    Cards side_cards = preferring(legal, ~deal->trump);
    if (!(side_cards & (side_cards - 1))) return side_cards;
    return lowest_rank(preferring(side_cards, ~winners(deal, hand)));
}

/* ---------------------------------------------------------------- the deal, phase by phase */

static inline void deal_hands(Deal *deal, uint64_t seed)
{
    Cards stock = PACK;
    uint64_t left = PACK_SIZE;
    Words words = {0, 0};
    for (int turn = 0; turn < PLAYERS; turn++) {
        if (turn % 2 == 0)
            words = random_words(seed, CARDS_STREAM, deal->number, (uint32_t)turn / 2);
        uint64_t word = turn % 2 ? words.second : words.first;
        Cards before = stock;
        for (int card = 0; card < HAND_SIZE; card++)
            stock ^= nth_lowest(stock, draw(&word, left--));
        deal->hands[turn] = before ^ stock;
    }
}

static inline void hold_auction(Deal *deal, const Table *table)
{
    uint64_t bids = 1;
    deal->auction = 0;
    deal->contract = 0;
    deal->declarer = 0;
    for (int turn = 0; turn < PLAYERS; turn++) {
        const Policy *policy = deal->policies[turn];
        uint64_t legal = table->legal_calls[bids];
        uint64_t call = policy->kind == RANDOM
                            ? any_legal_act(table->experiment->seed, deal, turn, 0, legal)
                            : counting_bid(policy, deal->hands[turn], legal);
        if (call == 1) continue;
        bids |= call;
        deal->contract = __builtin_ctzll(call);
        deal->declarer = turn;
        deal->auction |= (uint64_t)deal->contract << (CALL_BITS * turn);
    }
}

static inline Cards choose_lead(const Deal *deal, uint64_t seed, int turn, int trick)
{
    const Policy *policy = deal->policies[turn];
    Cards hand = deal->hands[turn];
    if (policy->kind == RANDOM) return any_legal_act(seed, deal, turn, trick + 1, hand);
    if (trick == 0) return counting_opening_lead(policy, hand);
    return counting_lead(deal, hand, turn == deal->declarer);
}

static inline Cards choose_follow(const Deal *deal, uint64_t seed, int turn, int trick,
                                  Cards legal, Cards winning, int winner)
{
    const Policy *policy = deal->policies[turn];
    if (policy->kind == RANDOM) return any_legal_act(seed, deal, turn, trick + 1, legal);
    int must_win = turn == deal->declarer || winner == deal->declarer;
    return counting_follow(deal, deal->hands[turn], legal, winning, must_win);
}

/* Those of the cards that beat the best one on the table. */
static inline Cards cards_that_win(Cards cards, Cards best, Cards trump, Cards led_suit)
{
    Cards higher = ~(best | (best - 1));
    return cards & (best & trump ? trump & higher : (led_suit & higher) | trump);
}

static inline void put_card_down(Deal *deal, int turn, Cards card)
{
    deal->hands[turn] ^= card;
    deal->seen |= card;
}

/* Plays one trick and returns the turn that wins it. */
static inline int play_trick(Deal *deal, uint64_t seed, int leader, int trick)
{
    Cards best = choose_lead(deal, seed, leader, trick);
    Cards led_suit = suit_of(best);
    if (trick == 0) deal->trump = led_suit;
    put_card_down(deal, leader, best);
    int winner = leader;
    Cards declarer_void = 0;
    for (int player = 1; player < PLAYERS; player++) {
        int turn = leader + player < PLAYERS ? leader + player : leader + player - PLAYERS;
        Cards legal = preferring(deal->hands[turn], led_suit);
        Cards winning = cards_that_win(legal, best, deal->trump, led_suit);
        Cards card = choose_follow(deal, seed, turn, trick, legal, winning, winner);
        put_card_down(deal, turn, card);
        if (card & winning) {
            best = card;
            winner = turn;
        }
        if (turn == deal->declarer && !(card & led_suit)) declarer_void = led_suit;
    }
    deal->declarer_voids |= declarer_void;
    return winner;
}

static inline void play_tricks(Deal *deal, uint64_t seed)
{
    deal->seen = 0;
    deal->trump = 0;
    deal->declarer_voids = 0;
    deal->tricks = 0;
    int leader = deal->declarer;
    for (int trick = 0; trick < HAND_SIZE; trick++) {
        leader = play_trick(deal, seed, leader, trick);
        deal->tricks += leader == deal->declarer;
    }
}

/* Units that each opponent pays the declarer. */
static inline int64_t stake_of(const Deal *deal, const int64_t *ladder)
{
    const int64_t *contract = ladder + LADDER_COLUMNS * deal->contract;
    return deal->tricks >= contract[TARGET] ? contract[MADE] : -contract[FAILED];
}

static inline uint64_t outcome_of(const Deal *deal)
{
    uint64_t trump_number = (uint64_t)__builtin_ctzll(deal->trump) >> 4;
    return deal->auction | (uint64_t)deal->tricks << TRICKS_SHIFT | trump_number << TRUMP_SHIFT;
}

/* Adds the deal's payments; returns its outcome in one word. */
static inline uint64_t play_deal(Deal *deal, const Table *table, int dealing_player,
                                 int64_t *player_units, int64_t *position_units)
{
    deal_hands(deal, table->experiment->seed);
    hold_auction(deal, table);
    if (deal->contract == 0) return (uint64_t)NO_TRUMP_SUIT << TRUMP_SHIFT;
    play_tricks(deal, table->experiment->seed);
    int64_t stake = stake_of(deal, table->experiment->ladder);
    for (int position = 0; position < PLAYERS; position++) {
        int declares = position == (deal->declarer + 1) % PLAYERS;
        int64_t payment = declares ? stake * (PLAYERS - 1) : -stake;
        position_units[position] += payment;
        player_units[(dealing_player + position) % PLAYERS] += payment;
    }
    return outcome_of(deal);
}

/* ---------------------------------------------------------------- sessions */

static uint64_t calls_allowed(const Experiment *experiment, uint64_t bids)
{
    uint64_t allowed = 1;
    for (int number = 1; number <= experiment->contracts; number++) {
        int64_t required = experiment->ladder[LADDER_COLUMNS * number + REQUIRES];
        if (bids >> number == 0 && (required == 0 || bids >> required & 1))
            allowed |= UINT64_C(1) << number;
    }
    return allowed;
}

static void lay_table(Table *table, const Experiment *experiment)
{
    table->experiment = experiment;
    for (uint64_t bids = 1; bids < UINT64_C(2) << experiment->contracts; bids++)
        table->legal_calls[bids] = calls_allowed(experiment, bids);
}

/* Simulates consecutive sessions.
 *
 * first_dealers has an entry a session, outcomes one a deal; player_units and position_units,
 * rows of PLAYERS a session, must be zero on entry.
 */
void simulate_sessions(const Experiment *experiment, uint64_t first_session, int64_t sessions,
                       uint8_t *first_dealers, uint64_t *outcomes, int64_t *player_units,
                       int64_t *position_units)
{
    Table table;
    lay_table(&table, experiment);
    for (int64_t row = 0; row < sessions; row++) {
        uint64_t session = first_session + (uint64_t)row;
        uint64_t word = random_words(experiment->seed, FIRST_DEALER_STREAM, session, 0).first;
        uint64_t dealer = draw(&word, PLAYERS);
        first_dealers[row] = (uint8_t)dealer;
        uint64_t moved = experiment->rotating_seats ? session % PLAYERS : 0;
        int dealing_player = (int)((dealer + PLAYERS - moved) % PLAYERS);
        for (int64_t n = 0; n < experiment->deals_per_session; n++) {
            Deal deal;
            deal.number = session * (uint64_t)experiment->deals_per_session + (uint64_t)n;
            for (int turn = 0; turn < PLAYERS; turn++)
                deal.policies[turn] =
                    &experiment->policies[(dealing_player + turn + 1) % PLAYERS];
            outcomes[row * experiment->deals_per_session + n] =
                play_deal(&deal, &table, dealing_player, player_units + row * PLAYERS,
                          position_units + row * PLAYERS);
            dealing_player = dealing_player + 1 < PLAYERS ? dealing_player + 1 : 0;
        }
    }
}
