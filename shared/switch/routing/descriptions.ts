import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: {
    routing: 'How connectors are chosen: algorithms, and the fallback list of connector accounts.',
  },
  operations: {
    'POST /routing':
      'Stores how payments are routed. Creating an algorithm does not use it: activate it afterwards.',
    'GET /routing': 'Lists the stored algorithms for payments, page by page.',
    'GET /routing/list/profile':
      'Lists the stored algorithms of the profile that the caller acts for.',
    'GET /routing/active': 'Answers with the algorithm that each profile routes payments by.',
    'GET /routing/{routing_algorithm_id}': 'Answers with one stored algorithm.',
    'POST /routing/{routing_algorithm_id}/activate':
      'Has the profile of the algorithm route its payments by it from now on.',
    'POST /routing/deactivate':
      'Ends routing by an algorithm. The profile then uses its fallback list.',
    'GET /routing/default':
      'Answers with the fallback list: the connector accounts that are tried where no algorithm decides.',
    'POST /routing/default':
      'Puts the fallback list in another order. It must name each connector account once.',
    'GET /routing/default/profile':
      'Answers with the fallback list of the profile that the caller acts for.',
    'POST /routing/default/profile/{profile_id}':
      'Puts the fallback list of one profile in another order. It must name each connector account once.',
    'PUT /routing/decision':
      'Stores the program that decides which payments use 3-D Secure, in place of the one before. It applies at once, to payments that state no `authentication_type`.',
    'GET /routing/decision': 'Answers with the program that decides about 3-D Secure.',
    'DELETE /routing/decision':
      'Deletes the program that decides about 3-D Secure. The answer is empty.',
    'PUT /routing/decision/surcharge':
      'Stores the program that decides which payments cost a surcharge, in place of the one before. It applies at once, to payments that state no `surcharge_details`.',
    'GET /routing/decision/surcharge': 'Answers with the program that decides about surcharges.',
    'DELETE /routing/decision/surcharge':
      'Deletes the program that decides about surcharges. The answer is empty.',
    'POST /three_ds_decision/execute':
      'Answers how an algorithm of kind `three_ds_decision_rule` would authenticate the customer of a payment. The merchant describes the payment; nothing is stored.',
    'GET /payments/{payment_id}/routing':
      'Shows, attempt by attempt, how a payment found its connector account: what decided, the accounts in order, and why others fell out.',
    'POST /routing/rule/evaluate':
      'Answers how a payment with these facts would be routed by the active algorithm of a profile. Nothing is stored, and no connector is asked.',
    'POST /routing/{routing_algorithm_id}/simulate':
      'Routes the latest payments of the algorithm’s profile once more, by this algorithm, and answers which would have gone elsewhere. Nothing is stored, and no connector is asked.',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/create':
      'Lets a profile learn at which connector account payments succeed most, in place of what was set. With `enable` as `metrics` scores are kept; with `dynamic_connector_selection` they decide as well.',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/toggle':
      'Switches learning from successes on or off; with the usual settings where it was never set.',
    'PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/config/{algorithm_id}':
      'Changes the stated members of the settings; the others stay.',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/create':
      'Has connector accounts go last while their technical failures pass a threshold, in place of what was set.',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/toggle':
      'Switches learning from technical failures on or off; with the usual settings where it was never set.',
    'PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/config/{algorithm_id}':
      'Changes the stated members of the settings; the others stay.',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/create':
      'Promises numbers of payments to connector accounts, in place of what was promised. They are met first.',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/toggle':
      'Switches promises of volume on or off. The body may state promises, and must where none were made.',
    'PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/config/{algorithm_id}':
      'Changes the stated members of the promises; the others stay.',
    'POST /routing/evaluate':
      'Answers which connector account learned routing would try first for such a payment. Nothing is stored, and no connector is asked.',
    'POST /routing/feedback':
      'Counts what became of a payment, once for each payment and account. Outcomes of the switch’s own payments are counted without it.',
    'POST /routing/payouts':
      'Stores how payouts are routed. Creating an algorithm does not use it: activate it afterwards.',
    'GET /routing/payouts': 'Lists the stored algorithms for payouts, page by page.',
    'GET /routing/payouts/list/profile':
      'Lists the stored algorithms for payouts of the profile that the caller acts for.',
    'GET /routing/payouts/active':
      'Answers with the algorithm that each profile routes payouts by.',
    'POST /routing/payouts/{routing_algorithm_id}/activate':
      'Has the profile of the algorithm route its payouts by it from now on.',
    'POST /routing/payouts/deactivate':
      'Ends routing of payouts by an algorithm. The profile then uses its fallback list.',
    'GET /routing/payouts/default': 'Answers with the fallback list for payouts.',
    'POST /routing/payouts/default':
      'Puts the fallback list for payouts in another order. It must name each connector account once.',
    'GET /routing/payouts/default/profile':
      'Answers with the fallback list for payouts of each profile.',
    'POST /routing/payouts/default/profile/{profile_id}':
      'Puts the fallback list for payouts of one profile in another order. It must name each connector account once.',
  },
  properties: {
    cardIsin: 'The first digits of the card.',
    decided_gateway: 'The account that would be tried first, as `connector:account`.',
    eligibleGatewayList:
      'Connectors, or accounts as `connector:account`, that may be chosen; all enabled ones unless stated.',
    eliminationEnabled: 'Whether accounts that fail technically go last; true unless stated.',
    gateway: 'The connector, or the account as `connector:account`.',
    gateway_before_evaluation: 'The first account of the fallback list.',
    gateway_priority_map:
      'The success rate of each account for such payments, from 0 to 1; null where none is learned.',
    merchantId: 'The profile that is asked about; the merchant’s id stands for its usual profile.',
    paymentId: 'The payment.',
    paymentInfo: 'The payment.',
    paymentMethod: 'The payment method.',
    paymentMethodType: 'Its type.',
    paymentType: 'Without effect.',
    rankingAlgorithm:
      '`SR_BASED_ROUTING` by what was learned, `PL_BASED_ROUTING` by the fallback list; `NTW_BASED_ROUTING` is refused.',
    algorithm_id: 'The settings that are changed: the id that creating them answered.',
    bucket_leak_interval_in_secs:
      'Seconds in which one failure leaks out of the bucket; 60 unless stated.',
    bucket_size: 'How many technical failures fill an account’s bucket; 5 unless stated.',
    config: 'How outcomes are counted.',
    constants: 'Without effect.',
    current_block_threshold: 'Without effect.',
    decision_engine_configs:
      'The same in the words of another engine; its members count where `config` states none.',
    defaultBucketSize: 'As `max_aggregates_size`.',
    defaultGatewayExtraScore: 'Without effect.',
    defaultHedgingPercent: 'As `exploration_percent`.',
    defaultLatencyThreshold: 'Without effect.',
    defaultLowerResetFactor: 'Without effect.',
    defaultUpperResetFactor: 'Without effect.',
    default_success_rate: 'The rate of an account without outcomes, in percent; 100 unless stated.',
    elimination_analyser_config: 'The buckets that technical failures fill.',
    enable:
      'What it does: `metrics` keeps scores, `dynamic_connector_selection` routes by them as well, `none` does neither.',
    exploration_percent:
      'The share of payments that try another account than the best, in percent; 20 unless stated.',
    label: 'What the account is called there.',
    label_info: 'What was promised to which connector account; 50 promises at most.',
    max_aggregates_size: 'Older outcomes fade so that no more than these count; 200 unless stated.',
    mca_id: 'The connector account.',
    min_aggregates_size: 'With fewer outcomes, the rate is that of all payments; 5 unless stated.',
    params: 'What payments are told apart by; `PaymentMethod` alone unless stated.',
    shuffle_on_tie_during_exploitation: 'Without effect.',
    specificity_level: 'Without effect.',
    subLevelInputConfig: 'Without effect.',
    target_count: 'How many successful payments in each day or month.',
    target_time: 'When the promise ends, in seconds since 1970.',
    threshold: 'The part of the bucket from which an account goes last: above 0, up to 1.',
    time_scale:
      'Whether a promise is for each day or for each month, in UTC; `month` unless stated.',
    acquirer: 'The acquirer: its country, and its rate of fraud.',
    algorithm:
      'The algorithm: a single connector, an order of connectors, a split by volume, rules, or the least cost.',
    algorithm_for: 'Whether it routes payments or payouts, or decides about authentication.',
    card_discovery: 'Where the card comes from.',
    amounts: 'What they add up to, by currency.',
    attempt_id: 'The attempt.',
    attempts: 'The attempts, oldest first; none before the confirm.',
    bound:
      'How many of them a mandate or their own request bound to an account, which no algorithm moves.',
    comparison: 'How the two sides are compared.',
    comparisonType: 'How the two sides are compared.',
    cost: 'What the payment would cost there, in minor units with up to six decimals.',
    costs:
      'What the payment would have cost at the accounts whose fees are known; empty where nothing was decided by it, or there was no room to keep it.',
    condition: 'Comparisons that must all hold.',
    connectors: 'Connector accounts, in the order in which they are tried.',
    customer_device: "The customer's device.",
    decision: 'How the issuer is asked to authenticate the customer, if at all.',
    connectorSelection: 'The connectors that are chosen where the rule applies.',
    created_by: 'The profile that is asked about; the merchant’s id stands for its usual profile.',
    decided_at:
      'The attempt whose order of accounts it followed: itself, or the one that it fell through from.',
    decision_engine_routing_id: 'Always null: no decision engine stands beside the switch.',
    defaultSelection: 'The connectors that are chosen where no rule applies.',
    device_type: 'The kind of device.',
    display_size: 'The size of its screen, such as `size390x844`.',
    fraud_rate: 'The share of fraudulent payments, in the unit that the rules use.',
    issuer: "The card's issuer: its name and its country.",
    kind: 'What kind of algorithm it is.',
    lhs: 'What is compared: a fact of the payment, such as `amount` or `card_network`.',
    merchant_surcharge_configs: 'How surcharges are shown.',
    nested: 'Statements of which one must hold beside the condition.',
    override_3ds: 'Whether 3-D Secure is used. Left out, the program leaves it open.',
    payment: 'The payment: its amount in minor units, and its currency.',
    platform: 'What the device shows the payment in.',
    program: 'Rules, of which the first that applies decides, and a default.',
    routing_id: 'The routing algorithm: it begins with `routing_`.',
    routing_algorithm_id: 'The routing algorithm: it begins with `routing_`.',
    routingOutput: 'What the rule decides.',
    rules: 'Rules, of which the first that applies decides.',
    show_surcharge_breakup_screen: 'Whether pages show the surcharge on a screen of its own.',
    split: 'The share of the volume, in percent.',
    statements: 'Statements of which one must hold.',
    success_rate_tolerance:
      'How far the success rate of an account may be below the best one, from 0 to 1, to count as good as it: 0.02 unless stated.',
    surcharge_details: 'What is added to the payment. Null or left out, nothing is.',
    eligible_connectors: 'The enabled accounts of the profile, in fallback order.',
    evaluated_output: 'The accounts that were decided for, in order.',
    excluded: 'The accounts that fell out, or came last, and why.',
    fallback_output: 'The accounts to answer with where no algorithm decides.',
    from: 'The account that they went to.',
    gateway_id: 'The connector account.',
    gateway_name: 'The connector.',
    limit: 'How many are asked about.',
    message: 'The same in words for people.',
    moved: 'How many would have gone elsewhere.',
    moves: 'Where they would have gone, the largest groups first.',
    omitted: 'How many accounts and reasons were not kept for want of room.',
    output: 'How it was decided.',
    parameters: 'The facts of the payment, by their keys in rules.',
    payments: 'How many payments.',
    reason: 'Why it fell out.',
    routing_approach: 'What decided: such as `rule_based_routing` or `default_fallback`.',
    rule: 'The rule that was true.',
    sample_payment_ids: 'The latest of them, up to five.',
    to: 'The account that they would have gone to; null where none would have taken them.',
    trouble: 'Why the algorithm could not be used.',
    troubled: 'How many payments the algorithm could not be used for.',
    unchanged: 'How many would have gone to the same account.',
  },
};
