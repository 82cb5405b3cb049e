// Written by `npm run generate` from docs/openapi.json.

export const operations = {
	accounts: {
		/** Create a merchant account: `POST /accounts`. */
		create: ['post', '/accounts', 'body', 'json'],
		/** Delete a merchant account: `DELETE /accounts/{account_id}`. */
		delete: ['delete', '/accounts/{account_id}', 'none', 'json'],
		/** List the merchant accounts of an organization, oldest first: `GET /accounts/list`. Iterates over all entries. */
		list: ['get', '/accounts/list', 'query', 'json'],
		/** Retrieve a merchant account: `GET /accounts/{account_id}`. */
		retrieve: ['get', '/accounts/{account_id}', 'none', 'json'],
		/** Show a merchant's storage switch: `GET /accounts/{account_id}/kv`. */
		retrieveStorage: ['get', '/accounts/{account_id}/kv', 'none', 'json'],
		/** Set a merchant's storage switch: `POST /accounts/{account_id}/kv`. */
		switchStorage: ['post', '/accounts/{account_id}/kv', 'body', 'json'],
		/** Update a merchant account: `POST /accounts/{account_id}`. */
		update: ['post', '/accounts/{account_id}', 'body', 'json'],
	},
	apiKeys: {
		/** Create an API key: `POST /api_keys/{merchant_id}`. */
		create: ['post', '/api_keys/{merchant_id}', 'body', 'json'],
		/** List the API keys of a merchant: `GET /api_keys/{merchant_id}/list`. Iterates over all entries. */
		list: ['get', '/api_keys/{merchant_id}/list', 'query', 'json'],
		/** Retrieve an API key: `GET /api_keys/{merchant_id}/{key_id}`. */
		retrieve: ['get', '/api_keys/{merchant_id}/{key_id}', 'none', 'json'],
		/** Revoke an API key: `DELETE /api_keys/{merchant_id}/{key_id}`. */
		revoke: ['delete', '/api_keys/{merchant_id}/{key_id}', 'none', 'json'],
		/** Update an API key: `POST /api_keys/{merchant_id}/{key_id}`. */
		update: ['post', '/api_keys/{merchant_id}/{key_id}', 'body', 'json'],
	},
	authentications: {
		/** Ask the card's bank about its customer: `POST /authentication/{authentication_id}/authenticate`. */
		authenticate: ['post', '/authentication/{authentication_id}/authenticate', 'body', 'json'],
		/** Create an authentication without a payment: `POST /authentication`. */
		create: ['post', '/authentication', 'body', 'json'],
		/** Start the authentication of a card: `POST /authentication/{authentication_id}/eligibility`. */
		eligibility: ['post', '/authentication/{authentication_id}/eligibility', 'body', 'json'],
		/** Send a customer back to the shop from the bank's page: `GET /authentication/{merchant_id}/{authentication_id}/redirect`. */
		redirect: ['get', '/authentication/{merchant_id}/{authentication_id}/redirect', 'query', 'json'],
		/** Send a customer back to the shop from the bank's page: `POST /authentication/{merchant_id}/{authentication_id}/redirect`. */
		redirectPosted: ['post', '/authentication/{merchant_id}/{authentication_id}/redirect', 'query', 'json'],
		/** Retrieve whether Click to Pay knows the customer: `GET /authentication/{authentication_id}/eligibility-check`. */
		retrieveEligibilityCheck: ['get', '/authentication/{authentication_id}/eligibility-check', 'none', 'json'],
		/** Open the wallets by which a customer may be authenticated: `POST /authentication/{authentication_id}/enabled_authn_methods_token`. */
		sessionTokens: ['post', '/authentication/{authentication_id}/enabled_authn_methods_token', 'body', 'json'],
		/** Tell the merchant whether Click to Pay knows the customer: `POST /authentication/{authentication_id}/eligibility-check`. */
		submitEligibilityCheck: ['post', '/authentication/{authentication_id}/eligibility-check', 'body', 'json'],
		/** Retrieve an authentication, with its result: `POST /authentication/{merchant_id}/{authentication_id}/sync`. */
		sync: ['post', '/authentication/{merchant_id}/{authentication_id}/sync', 'body', 'json'],
	},
	blocklist: {
		/** Block cards by their first digits or by their fingerprint: `POST /blocklist`. */
		create: ['post', '/blocklist', 'body', 'json'],
		/** Block many cards with one file: `POST /blocklist/batch`. */
		createBatch: ['post', '/blocklist/batch', 'body', 'json'],
		/** Let cards be paid with again: `DELETE /blocklist`. */
		delete: ['delete', '/blocklist', 'body', 'json'],
		/** List the blocked cards and fingerprints: `GET /blocklist`. Iterates over all entries. */
		list: ['get', '/blocklist', 'query', 'json'],
		/** List the jobs that block many cards: `GET /blocklist/batch`. Iterates over all entries. */
		listBatches: ['get', '/blocklist/batch', 'query', 'json'],
		/** Retrieve a job that blocks many cards: `GET /blocklist/batch/{job_id}`. */
		retrieveBatch: ['get', '/blocklist/batch/{job_id}', 'none', 'json'],
		/** Have payments checked against the blocklist, or not: `POST /blocklist/toggle`. */
		toggle: ['post', '/blocklist/toggle', 'query', 'json'],
	},
	cardBins: {
		/** Store facts about cards by their first digits: `POST /cards/create`. */
		create: ['post', '/cards/create', 'body', 'json'],
		/** Retrieve the facts about cards by their first digits: `GET /cards/{bin}`. */
		retrieve: ['get', '/cards/{bin}', 'query', 'json'],
		/** Change the facts about cards by their first digits: `POST /cards/update`. */
		update: ['post', '/cards/update', 'body', 'json'],
		/** Change the facts about many ranges of cards: `POST /cards/update-batch`. */
		updateBatch: ['post', '/cards/update-batch', 'body', 'json'],
	},
	cardIssuers: {
		/** Add an issuer of cards: `POST /card_issuers`. */
		create: ['post', '/card_issuers', 'body', 'json'],
		/** Remove an issuer of cards: `DELETE /card_issuers/{id}`. */
		delete: ['delete', '/card_issuers/{id}', 'none', 'json'],
		/** List the issuers of cards: `GET /card_issuers`. */
		list: ['get', '/card_issuers', 'query', 'json'],
		/** Rename an issuer of cards: `PUT /card_issuers/{id}`. */
		update: ['put', '/card_issuers/{id}', 'body', 'json'],
	},
	checkout: {
		/** Give the script that puts the payment form into a page of a shop: `GET /checkout.js`. */
		script: ['get', '/checkout.js', 'none', 'text'],
		/** Show the payment form in a frame of a page of the shop: `GET /checkout`. */
		show: ['get', '/checkout', 'query', 'text'],
	},
	collectLinks: {
		/** Create a link to a page on which a customer saves a card: `POST /payment_methods/collect`. */
		create: ['post', '/payment_methods/collect', 'body', 'json'],
		/** Show the page on which a customer saves a card: `GET /payment_methods/collect/{merchant_id}/{pm_collect_link_id}`. */
		show: ['get', '/payment_methods/collect/{merchant_id}/{pm_collect_link_id}', 'query', 'text'],
	},
	connectorAccounts: {
		/** Ask a processor whether it accepts credentials: `POST /account/connectors/verify`. */
		checkCredentials: ['post', '/account/connectors/verify', 'body', 'json'],
		/** Create a connector account: `POST /account/{account_id}/connectors`. */
		create: ['post', '/account/{account_id}/connectors', 'body', 'json'],
		/** Delete a connector account of a merchant: `DELETE /account/{account_id}/connectors/{merchant_connector_id}`. */
		delete: ['delete', '/account/{account_id}/connectors/{merchant_connector_id}', 'none', 'json'],
		/** List the connector accounts of a merchant: `GET /account/{account_id}/connectors`. Iterates over all entries. */
		list: ['get', '/account/{account_id}/connectors', 'none', 'json'],
		/** List the connector accounts of the caller's profile, or of the merchant: `GET /account/{account_id}/profile/connectors`. Iterates over all entries. */
		listOfProfile: ['get', '/account/{account_id}/profile/connectors', 'none', 'json'],
		/** Register the address for webhooks at a processor: `POST /account/{account_id}/webhooks/{merchant_connector_id}`. */
		registerWebhook: ['post', '/account/{account_id}/webhooks/{merchant_connector_id}', 'body', 'json'],
		/** Retrieve a connector account of a merchant: `GET /account/{account_id}/connectors/{merchant_connector_id}`. */
		retrieve: ['get', '/account/{account_id}/connectors/{merchant_connector_id}', 'none', 'json'],
		/** Update a connector account of a merchant: `POST /account/{account_id}/connectors/{merchant_connector_id}`. */
		update: ['post', '/account/{account_id}/connectors/{merchant_connector_id}', 'body', 'json'],
	},
	customers: {
		/** Create a customer: `POST /customers`. */
		create: ['post', '/customers', 'body', 'json'],
		/** Delete a customer: its cards are deleted and its personal data is overwritten: `DELETE /customers/{customer_id}`. */
		delete: ['delete', '/customers/{customer_id}', 'none', 'json'],
		/** List customers, oldest first: `GET /customers/list`. Iterates over all entries. */
		list: ['get', '/customers/list', 'query', 'json'],
		/** List customers, oldest first, with how many there are: `GET /customers/list_with_count`. Iterates over all entries. */
		listWithCount: ['get', '/customers/list_with_count', 'query', 'json'],
		/** Retrieve a customer: `GET /customers/{customer_id}`. */
		retrieve: ['get', '/customers/{customer_id}', 'none', 'json'],
		/** Update a customer: `POST /customers/{customer_id}`. */
		update: ['post', '/customers/{customer_id}', 'body', 'json'],
	},
	disputes: {
		/** Accept a dispute: `POST /disputes/accept/{dispute_id}`. */
		accept: ['post', '/disputes/accept/{dispute_id}', 'none', 'json'],
		/** Count disputes by their status: `GET /disputes/aggregate`. */
		aggregate: ['get', '/disputes/aggregate', 'query', 'json'],
		/** Count the disputes of the profile that the request names by their status: `GET /disputes/profile/aggregate`. */
		aggregateOfProfile: ['get', '/disputes/profile/aggregate', 'query', 'json'],
		/** Attach a file to a dispute as evidence: `PUT /disputes/evidence`. */
		attachEvidence: ['put', '/disputes/evidence', 'body', 'json'],
		/** Take a file away from the evidence of a dispute: `DELETE /disputes/evidence`. */
		deleteEvidence: ['delete', '/disputes/evidence', 'body', 'text'],
		/** Fetch the disputes of a time span from a connector: `GET /disputes/{merchant_connector_id}/fetch`. */
		fetch: ['get', '/disputes/{merchant_connector_id}/fetch', 'query', 'json'],
		/** List the values that disputes can be filtered by: `GET /disputes/filter`. */
		filter: ['get', '/disputes/filter', 'none', 'json'],
		/** List the values that disputes of the named profile can be filtered by: `GET /disputes/profile/filter`. */
		filterOfProfile: ['get', '/disputes/profile/filter', 'none', 'json'],
		/** List disputes, the last changed first: `GET /disputes/list`. Iterates over all entries. */
		list: ['get', '/disputes/list', 'query', 'json'],
		/** List the files that are attached to a dispute: `GET /disputes/evidence/{dispute_id}`. Iterates over all entries. */
		listEvidence: ['get', '/disputes/evidence/{dispute_id}', 'none', 'json'],
		/** List the disputes of the profile that the request names, the last changed first: `GET /disputes/profile/list`. Iterates over all entries. */
		listOfProfile: ['get', '/disputes/profile/list', 'query', 'json'],
		/** Retrieve a dispute: `GET /disputes/{dispute_id}`. */
		retrieve: ['get', '/disputes/{dispute_id}', 'query', 'json'],
		/** Submit evidence against a dispute: `POST /disputes/evidence`. */
		submitEvidence: ['post', '/disputes/evidence', 'body', 'json'],
	},
	ephemeralKeys: {
		/** Make a key for the app of one customer, good for an hour: `POST /ephemeral_keys`. */
		create: ['post', '/ephemeral_keys', 'body', 'json'],
		/** End a key of a customer, by its identifier or by itself: `DELETE /ephemeral_keys/{key_id}`. */
		delete: ['delete', '/ephemeral_keys/{key_id}', 'none', 'json'],
	},
	events: {
		/** List the attempts at delivering an event: `GET /events/{merchant_id}/{event_id}/attempts`. Iterates over all entries. */
		attempts: ['get', '/events/{merchant_id}/{event_id}/attempts', 'none', 'json'],
		/** List events, newest first: `POST /events/{merchant_id}`. Iterates over all entries. */
		list: ['post', '/events/{merchant_id}', 'body', 'json'],
		/** List the events of the profile that the request names, newest first: `POST /events/profile/list`. Iterates over all entries. */
		listOfProfile: ['post', '/events/profile/list', 'body', 'json'],
		/** Show the progress of a retry of many events: `GET /events/{merchant_id}/retry/{retry_id}`. */
		retrieveRetry: ['get', '/events/{merchant_id}/retry/{retry_id}', 'none', 'json'],
		/** Send an event once more, now: `POST /events/{merchant_id}/{event_id}/retry`. */
		retry: ['post', '/events/{merchant_id}/{event_id}/retry', 'none', 'json'],
		/** Send all undelivered events that fit once more, oldest first: `POST /events/{merchant_id}/retry`. */
		retryMany: ['post', '/events/{merchant_id}/retry', 'body', 'json'],
		/** Stop a retry of many events: `POST /events/{merchant_id}/retry/{retry_id}/stop`. */
		stopRetry: ['post', '/events/{merchant_id}/retry/{retry_id}/stop', 'none', 'json'],
		/** List the events that were given up, oldest first: `GET /events/{merchant_id}/undelivered`. Iterates over all entries. */
		undelivered: ['get', '/events/{merchant_id}/undelivered', 'query', 'json'],
	},
	featureMatrix: {
		/** List the abilities of each connector: `GET /feature_matrix`. */
		retrieve: ['get', '/feature_matrix', 'none', 'json'],
	},
	files: {
		/** Upload a file for a dispute: `POST /files`. */
		create: ['post', '/files', 'body', 'json'],
		/** Delete a file: `DELETE /files/{file_id}`. */
		delete: ['delete', '/files/{file_id}', 'none', 'text'],
		/** Download a file: `GET /files/{file_id}`. */
		retrieve: ['get', '/files/{file_id}', 'none', 'text'],
	},
	forex: {
		/** Convert an amount into another currency: `GET /forex/convert_from_minor`. */
		convert: ['get', '/forex/convert_from_minor', 'query', 'json'],
		/** Retrieve the exchange rates: `GET /forex/rates`. */
		retrieveRates: ['get', '/forex/rates', 'none', 'json'],
		/** Set the exchange rates: `PUT /forex/rates`. */
		setRates: ['put', '/forex/rates', 'body', 'json'],
	},
	gsm: {
		/** Store the settings for an error of a processor: `POST /gsm`. */
		create: ['post', '/gsm', 'body', 'json'],
		/** Delete the settings for an error of a processor: `POST /gsm/delete`. */
		delete: ['post', '/gsm/delete', 'body', 'json'],
		/** Show the settings for an error of a processor: `POST /gsm/get`. */
		retrieve: ['post', '/gsm/get', 'body', 'json'],
		/** Change the settings for an error of a processor: `POST /gsm/update`. */
		update: ['post', '/gsm/update', 'body', 'json'],
	},
	health: {
		/** Report that the switch is up: `GET /health`. */
		check: ['get', '/health', 'none', 'text'],
		/** Report whether the database, the queues and the vault answer: `GET /health/ready`. */
		ready: ['get', '/health/ready', 'none', 'json'],
	},
	incomingWebhooks: {
		/** Check an address for webhooks: `GET /webhooks/{merchant_id}/{connector}`. */
		checkAddress: ['get', '/webhooks/{merchant_id}/{connector}', 'none', 'text'],
		/** Receive a webhook from a processor: `POST /webhooks/{merchant_id}/{connector}`. */
		receive: ['post', '/webhooks/{merchant_id}/{connector}', 'body', 'json'],
		/** Receive a webhook that a processor sends by PUT: `PUT /webhooks/{merchant_id}/{connector}`. */
		receivePut: ['put', '/webhooks/{merchant_id}/{connector}', 'body', 'json'],
	},
	logs: {
		/** Accept the log of a web SDK, and discard it: `POST /logs/sdk`. */
		accept: ['post', '/logs/sdk', 'none', 'text'],
	},
	mandates: {
		/** List mandates, newest first: `GET /mandates/list`. Iterates over all entries. */
		list: ['get', '/mandates/list', 'query', 'json'],
		/** List the mandates of a customer: `GET /customers/{customer_id}/mandates`. Iterates over all entries. */
		listOfCustomer: ['get', '/customers/{customer_id}/mandates', 'none', 'json'],
		/** Retrieve a mandate: `GET /mandates/{mandate_id}`. */
		retrieve: ['get', '/mandates/{mandate_id}', 'none', 'json'],
		/** Revoke a mandate: `POST /mandates/revoke/{mandate_id}`. */
		revoke: ['post', '/mandates/revoke/{mandate_id}', 'none', 'json'],
	},
	organizations: {
		/** Create an organization: `POST /organization`. */
		create: ['post', '/organization', 'body', 'json'],
		/** Retrieve an organization: `GET /organization/{id}`. */
		retrieve: ['get', '/organization/{id}', 'none', 'json'],
		/** Update an organization: `PUT /organization/{id}`. */
		update: ['put', '/organization/{id}', 'body', 'json'],
	},
	paymentLinks: {
		/** List payment links, newest first: `POST /payment_link/list`. Iterates over all entries. */
		list: ['post', '/payment_link/list', 'body', 'json'],
		/** Retrieve a payment link: `GET /payment_link/{payment_link_id}`. */
		retrieve: ['get', '/payment_link/{payment_link_id}', 'query', 'json'],
		/** Show the page on which a customer pays: `GET /payment_link/{merchant_id}/{payment_id}`. */
		show: ['get', '/payment_link/{merchant_id}/{payment_id}', 'query', 'text'],
		/** Show the page on which a customer pays in a frame of the shop: `GET /payment_link/s/{merchant_id}/{payment_id}`. */
		showEmbedded: ['get', '/payment_link/s/{merchant_id}/{payment_id}', 'query', 'text'],
		/** Show a customer the status of a payment: `GET /payment_link/status/{merchant_id}/{payment_id}`. */
		showStatus: ['get', '/payment_link/status/{merchant_id}/{payment_id}', 'query', 'text'],
	},
	paymentMethods: {
		/** Save a payment method of a customer: `POST /payment_methods`. */
		create: ['post', '/payment_methods', 'body', 'json'],
		/** Delete a payment method: `DELETE /payment_methods/{method_id}`. */
		delete: ['delete', '/payment_methods/{method_id}', 'none', 'json'],
		/** Save the bank accounts that the customer chose: `POST /payment_methods/auth/exchange`. */
		exchangeBankAccounts: ['post', '/payment_methods/auth/exchange', 'body', 'text'],
		/** Open a session in which the customer chooses bank accounts: `POST /payment_methods/auth/link`. */
		linkBankAccount: ['post', '/payment_methods/auth/link', 'body', 'json'],
		/** List the payment methods of a customer: `GET /customers/{customer_id}/payment_methods`. Iterates over all entries. */
		list: ['get', '/customers/{customer_id}/payment_methods', 'query', 'json'],
		/** List the payment methods of a payment's customer: `GET /customers/payment_methods`. Iterates over all entries. */
		listForCustomer: ['get', '/customers/payment_methods', 'query', 'json'],
		/** List the payment methods for a payment or a profile: `GET /account/payment_methods`. */
		listForMerchant: ['get', '/account/payment_methods', 'query', 'json'],
		/** List the payment methods for a payment or a profile, by the other path: `GET /payment_methods`. */
		listForMerchantAlias: ['get', '/payment_methods', 'query', 'json'],
		/** Take over a payment method from another system: `POST /payment_methods/migrate`. */
		migrate: ['post', '/payment_methods/migrate', 'body', 'json'],
		/** Take over many payment methods from another system: `POST /payment_methods/migrate-batch`. */
		migrateBatch: ['post', '/payment_methods/migrate-batch', 'body', 'json'],
		/** Retrieve a payment method: `GET /payment_methods/{method_id}`. */
		retrieve: ['get', '/payment_methods/{method_id}', 'none', 'json'],
		/** Complete a payment method that waits for its data: `POST /payment_methods/{method_id}/save`. */
		save: ['post', '/payment_methods/{method_id}/save', 'body', 'json'],
		/** Make a payment method the default of its customer: `POST /customers/{customer_id}/payment_methods/{payment_method_id}/default`. */
		setDefault: ['post', '/customers/{customer_id}/payment_methods/{payment_method_id}/default', 'none', 'json'],
		/** Make a payment method the default of its customer, by its published path: `POST /{customer_id}/payment_methods/{payment_method_id}/default`. */
		setDefaultAlias: ['post', '/{customer_id}/payment_methods/{payment_method_id}/default', 'none', 'json'],
		/** Update a saved card: `POST /payment_methods/{method_id}/update`. */
		update: ['post', '/payment_methods/{method_id}/update', 'body', 'json'],
		/** Change many payment methods: `POST /payment_methods/update-batch`. */
		updateBatch: ['post', '/payment_methods/update-batch', 'body', 'json'],
	},
	payments: {
		/** Count payments by their status: `GET /payments/aggregate`. */
		aggregate: ['get', '/payments/aggregate', 'query', 'json'],
		/** Count the payments of the profile that the request names by their status: `GET /payments/profile/aggregate`. */
		aggregateOfProfile: ['get', '/payments/profile/aggregate', 'query', 'json'],
		/** Go on with a payment that was held for its risk: `POST /payments/{payment_id}/approve`. */
		approve: ['post', '/payments/{payment_id}/approve', 'body', 'json'],
		/** Authenticate the customer of a payment: `POST /payments/{payment_id}/3ds/authentication`. */
		authenticate: ['post', '/payments/{payment_id}/3ds/authentication', 'body', 'json'],
		/** Go on with a payment whose customer comes from their bank: `GET /payments/{payment_id}/{merchant_id}/authorize/{connector}`. */
		authenticateReturn: ['get', '/payments/{payment_id}/{merchant_id}/authorize/{connector}', 'query', 'json'],
		/** Go on with a payment whose customer comes from their bank: `POST /payments/{payment_id}/{merchant_id}/authorize/{connector}`. */
		authenticateReturnPosted: ['post', '/payments/{payment_id}/{merchant_id}/authorize/{connector}', 'query', 'json'],
		/** Calculate the tax of an order that is to be paid: `POST /payments/{payment_id}/calculate_tax`. */
		calculateTax: ['post', '/payments/{payment_id}/calculate_tax', 'body', 'json'],
		/** Cancel a payment: `POST /payments/{payment_id}/cancel`. */
		cancel: ['post', '/payments/{payment_id}/cancel', 'body', 'json'],
		/** Cancel a captured payment before it is settled: `POST /payments/{payment_id}/cancel_post_capture`. */
		cancelPostCapture: ['post', '/payments/{payment_id}/cancel_post_capture', 'body', 'json'],
		/** Capture a payment: `POST /payments/{payment_id}/capture`. */
		capture: ['post', '/payments/{payment_id}/capture', 'body', 'json'],
		/** Send a customer back to the shop, or to the next action: `GET /payments/{payment_id}/{merchant_id}/redirect/complete/{connector}`. */
		complete: ['get', '/payments/{payment_id}/{merchant_id}/redirect/complete/{connector}', 'query', 'json'],
		/** Go on with a payment whose customer has acted: `POST /payments/{payment_id}/complete_authorize`. */
		completeAuthorize: ['post', '/payments/{payment_id}/complete_authorize', 'body', 'json'],
		/** Send a customer back to the shop, or to the next action: `POST /payments/{payment_id}/{merchant_id}/redirect/complete/{connector}`. */
		completePosted: ['post', '/payments/{payment_id}/{merchant_id}/redirect/complete/{connector}', 'body', 'json'],
		/** Confirm a payment: `POST /payments/{payment_id}/confirm`. */
		confirm: ['post', '/payments/{payment_id}/confirm', 'body', 'json'],
		/** Create a payment: `POST /payments`. */
		create: ['post', '/payments', 'body', 'json'],
		/** Check the eligibility of a payment method, with its surcharge: `POST /payments/{payment_id}/eligibility`. */
		eligibility: ['post', '/payments/{payment_id}/eligibility', 'body', 'json'],
		/** Check the eligibility of a payment method: `POST /payments/{payment_id}/eligibility_check`. */
		eligibilityCheck: ['post', '/payments/{payment_id}/eligibility_check', 'body', 'json'],
		/** Extend the authorization of a payment: `POST /payments/{payment_id}/extend_authorization`. */
		extendAuthorization: ['post', '/payments/{payment_id}/extend_authorization', 'body', 'json'],
		/** List the payments that are meant, with how many there are: `POST /payments/list`. Iterates over all entries. */
		filter: ['post', '/payments/list', 'body', 'json'],
		/** List the payments that are meant, of the profile that the request names: `POST /payments/profile/list`. Iterates over all entries. */
		filterOfProfile: ['post', '/payments/profile/list', 'body', 'json'],
		/** List the values that the payments of a time can be filtered by: `POST /payments/filter`. */
		filterValues: ['post', '/payments/filter', 'body', 'json'],
		/** List the accounts and values that payments can be filtered by: `GET /payments/v2/filter`. */
		filters: ['get', '/payments/v2/filter', 'query', 'json'],
		/** List the accounts and values that payments of the named profile can be filtered by: `GET /payments/v2/profile/filter`. */
		filtersOfProfile: ['get', '/payments/v2/profile/filter', 'query', 'json'],
		/** Reserve more for an authorized payment: `POST /payments/{payment_id}/incremental_authorization`. */
		incrementalAuthorization: ['post', '/payments/{payment_id}/incremental_authorization', 'body', 'json'],
		/** List payments, newest first: `GET /payments/list`. Iterates over all entries. */
		list: ['get', '/payments/list', 'query', 'json'],
		/** List the payments of the profile that the request names, newest first: `GET /payments/profile/list`. Iterates over all entries. */
		listOfProfile: ['get', '/payments/profile/list', 'query', 'json'],
		/** List the payment methods for a payment, and those that its customer has saved: `GET /payments/{payment_id}/client`. */
		listPaymentMethods: ['get', '/payments/{payment_id}/client', 'query', 'json'],
		/** Decide a payment whose capture failed after all: `POST /payments/{payment_id}/manual-status-update`. */
		manualStatusUpdate: ['post', '/payments/{payment_id}/manual-status-update', 'body', 'json'],
		/** Decide a payment by hand: `PUT /payments/{payment_id}/manual-update`. */
		manualUpdate: ['put', '/payments/{payment_id}/manual-update', 'body', 'json'],
		/** Make the order that a customer approves in the wallet's window: `POST /payments/{payment_id}/post_session_tokens`. */
		postSessionTokens: ['post', '/payments/{payment_id}/post_session_tokens', 'body', 'json'],
		/** Send a customer on to the processor's page: `GET /payments/redirect/{payment_id}/{merchant_id}/{attempt_id}`. */
		redirect: ['get', '/payments/redirect/{payment_id}/{merchant_id}/{attempt_id}', 'query', 'text'],
		/** Give up a payment that was held for its risk: `POST /payments/{payment_id}/reject`. */
		reject: ['post', '/payments/{payment_id}/reject', 'body', 'json'],
		/** Retrieve a payment: `GET /payments/{payment_id}`. */
		retrieve: ['get', '/payments/{payment_id}', 'query', 'json'],
		/** Retrieve the card of a payment, encrypted for the merchant's key: `GET /payments/{payment_id}/extended_card_info`. */
		retrieveExtendedCard: ['get', '/payments/{payment_id}/extended_card_info', 'none', 'json'],
		/** Retrieve the configuration of an SDK for a payment: `GET /v1/sdk/configs/{platform}/sdk_config.json`. */
		retrieveSdkConfig: ['get', '/v1/sdk/configs/{platform}/sdk_config.json', 'query', 'json'],
		/** Send a customer back to the shop: `GET /payments/{payment_id}/{merchant_id}/redirect/response/{connector}`. */
		return: ['get', '/payments/{payment_id}/{merchant_id}/redirect/response/{connector}', 'query', 'json'],
		/** Send a customer back to the shop: `POST /payments/{payment_id}/{merchant_id}/redirect/response/{connector}`. */
		returnPosted: ['post', '/payments/{payment_id}/{merchant_id}/redirect/response/{connector}', 'body', 'json'],
		/** Retrieve the session data of a customer's wallets: `POST /payments/session_tokens`. */
		sessionTokens: ['post', '/payments/session_tokens', 'body', 'json'],
		/** Retrieve a payment, with the options in the body: `POST /payments/sync`. */
		sync: ['post', '/payments/sync', 'body', 'json'],
		/** Retrieve the outcome of the cancellation of a captured payment: `GET /payments/{payment_id}/cancel_post_capture`. */
		syncPostCaptureCancel: ['get', '/payments/{payment_id}/cancel_post_capture', 'none', 'json'],
		/** Update a payment: `POST /payments/{payment_id}`. */
		update: ['post', '/payments/{payment_id}', 'body', 'json'],
		/** Change the metadata of a payment: `POST /payments/{payment_id}/update_metadata`. */
		updateMetadata: ['post', '/payments/{payment_id}/update_metadata', 'body', 'json'],
	},
	payoutLinks: {
		/** Show the page on which a payee states where a payout goes: `GET /payout_link/{merchant_id}/{payout_id}`. */
		show: ['get', '/payout_link/{merchant_id}/{payout_id}', 'query', 'text'],
	},
	payouts: {
		/** Count payouts by their status: `GET /payouts/aggregate`. */
		aggregate: ['get', '/payouts/aggregate', 'query', 'json'],
		/** Count the payouts of the profile that the request names by their status: `GET /payouts/profile/aggregate`. */
		aggregateOfProfile: ['get', '/payouts/profile/aggregate', 'query', 'json'],
		/** Give a payout up: `POST /payouts/{payout_id}/cancel`. */
		cancel: ['post', '/payouts/{payout_id}/cancel', 'body', 'json'],
		/** Confirm a payout: `POST /payouts/{payout_id}/confirm`. */
		confirm: ['post', '/payouts/{payout_id}/confirm', 'body', 'json'],
		/** Create a payout: `POST /payouts/create`. */
		create: ['post', '/payouts/create', 'body', 'json'],
		/** List the payouts that are meant, with how many there are: `POST /payouts/list`. Iterates over all entries. */
		filter: ['post', '/payouts/list', 'body', 'json'],
		/** List the payouts that are meant, of the profile that the request names: `POST /payouts/profile/list`. Iterates over all entries. */
		filterOfProfile: ['post', '/payouts/profile/list', 'body', 'json'],
		/** List the values that the payouts of a time can be filtered by: `POST /payouts/filter`. */
		filterValues: ['post', '/payouts/filter', 'body', 'json'],
		/** List the values that the payouts of the named profile can be filtered by: `POST /payouts/profile/filter`. */
		filterValuesOfProfile: ['post', '/payouts/profile/filter', 'body', 'json'],
		/** List the accounts and values that payouts can be filtered by: `GET /payouts/v2/filter`. */
		filters: ['get', '/payouts/v2/filter', 'query', 'json'],
		/** List the accounts and values that payouts of the named profile can be filtered by: `GET /payouts/v2/profile/filter`. */
		filtersOfProfile: ['get', '/payouts/v2/profile/filter', 'query', 'json'],
		/** Have a payout paid: `POST /payouts/{payout_id}/fulfill`. */
		fulfill: ['post', '/payouts/{payout_id}/fulfill', 'body', 'json'],
		/** List payouts, newest first: `GET /payouts/list`. Iterates over all entries. */
		list: ['get', '/payouts/list', 'query', 'json'],
		/** List the payouts of the profile that the request names, newest first: `GET /payouts/profile/list`. Iterates over all entries. */
		listOfProfile: ['get', '/payouts/profile/list', 'query', 'json'],
		/** Set the outcome of a payout whose processor reports none: `PUT /payouts/{payout_id}/manual-update`. */
		manualUpdate: ['put', '/payouts/{payout_id}/manual-update', 'body', 'json'],
		/** Retrieve a payout: `GET /payouts/{payout_id}`. */
		retrieve: ['get', '/payouts/{payout_id}', 'query', 'json'],
		/** Change a payout before it is made: `PUT /payouts/{payout_id}`. */
		update: ['put', '/payouts/{payout_id}', 'body', 'json'],
		/** Change a payout before it is made, by POST: `POST /payouts/{payout_id}`. */
		updateAlias: ['post', '/payouts/{payout_id}', 'body', 'json'],
	},
	polls: {
		/** Retrieve the state of the decision that a customer waits for: `GET /poll/status/{poll_id}`. */
		retrieve: ['get', '/poll/status/{poll_id}', 'query', 'json'],
	},
	profileAcquirers: {
		/** Create the data of a profile at an acquirer: `POST /profile_acquirer`. */
		create: ['post', '/profile_acquirer', 'body', 'json'],
		/** Update the data of a profile at an acquirer: `POST /profile_acquirer/{profile_id}/{profile_acquirer_id}`. */
		update: ['post', '/profile_acquirer/{profile_id}/{profile_acquirer_id}', 'body', 'json'],
	},
	profiles: {
		/** Create a profile of a merchant: `POST /account/{account_id}/business_profile`. */
		create: ['post', '/account/{account_id}/business_profile', 'body', 'json'],
		/** Delete a profile of a merchant: `DELETE /account/{account_id}/business_profile/{profile_id}`. */
		delete: ['delete', '/account/{account_id}/business_profile/{profile_id}', 'none', 'json'],
		/** List the profiles of a merchant: `GET /account/{account_id}/business_profile`. Iterates over all entries. */
		list: ['get', '/account/{account_id}/business_profile', 'none', 'json'],
		/** List the profile that the caller acts for, or all of them: `GET /account/{account_id}/profile`. Iterates over all entries. */
		listOwn: ['get', '/account/{account_id}/profile', 'none', 'json'],
		/** Retrieve a profile of a merchant: `GET /account/{account_id}/business_profile/{profile_id}`. */
		retrieve: ['get', '/account/{account_id}/business_profile/{profile_id}', 'none', 'json'],
		/** Let saved cards be charged by another connector than the one that saved them: `POST /account/{account_id}/business_profile/{profile_id}/toggle_connector_agnostic_mit`. */
		toggleConnectorAgnosticMit: ['post', '/account/{account_id}/business_profile/{profile_id}/toggle_connector_agnostic_mit', 'body', 'json'],
		/** Let a profile's merchant have card data, encrypted for it: `POST /account/{account_id}/business_profile/{profile_id}/toggle_extended_card_info`. */
		toggleExtendedCardInfo: ['post', '/account/{account_id}/business_profile/{profile_id}/toggle_extended_card_info', 'body', 'json'],
		/** Update a profile of a merchant: `POST /account/{account_id}/business_profile/{profile_id}`. */
		update: ['post', '/account/{account_id}/business_profile/{profile_id}', 'body', 'json'],
	},
	refunds: {
		/** Count refunds by their status: `GET /refunds/aggregate`. */
		aggregate: ['get', '/refunds/aggregate', 'query', 'json'],
		/** Count the refunds of the profile that the request names by their status: `GET /refunds/profile/aggregate`. */
		aggregateOfProfile: ['get', '/refunds/profile/aggregate', 'query', 'json'],
		/** Create a refund: `POST /refunds`. */
		create: ['post', '/refunds', 'body', 'json'],
		/** List the values that the refunds of a time can be filtered by: `POST /refunds/filter`. */
		filterValues: ['post', '/refunds/filter', 'body', 'json'],
		/** List the accounts and values that refunds can be filtered by: `GET /refunds/v2/filter`. */
		filters: ['get', '/refunds/v2/filter', 'query', 'json'],
		/** List the accounts and values that refunds of the named profile can be filtered by: `GET /refunds/v2/profile/filter`. */
		filtersOfProfile: ['get', '/refunds/v2/profile/filter', 'query', 'json'],
		/** List refunds, the last changed first: `POST /refunds/list`. Iterates over all entries. */
		list: ['post', '/refunds/list', 'body', 'json'],
		/** List the refunds of the profile that the request names, the last changed first: `POST /refunds/profile/list`. Iterates over all entries. */
		listOfProfile: ['post', '/refunds/profile/list', 'body', 'json'],
		/** Decide a refund by hand: `PUT /refunds/{refund_id}/manual-update`. */
		manualUpdate: ['put', '/refunds/{refund_id}/manual-update', 'body', 'text'],
		/** Retrieve a refund: `GET /refunds/{refund_id}`. */
		retrieve: ['get', '/refunds/{refund_id}', 'query', 'json'],
		/** Retrieve a refund, with the options in the body: `POST /refunds/sync`. */
		sync: ['post', '/refunds/sync', 'body', 'json'],
		/** Update a refund: `POST /refunds/{refund_id}`. */
		update: ['post', '/refunds/{refund_id}', 'body', 'json'],
	},
	relays: {
		/** Relay a request about a transaction that was not made here to its processor: `POST /relay`. */
		create: ['post', '/relay', 'body', 'json'],
		/** Retrieve the outcome of a relayed request: `GET /relay/{relay_id}`. */
		retrieve: ['get', '/relay/{relay_id}', 'query', 'json'],
	},
	routing: {
		/** Let a profile route its payments by an algorithm: `POST /routing/{routing_algorithm_id}/activate`. */
		activate: ['post', '/routing/{routing_algorithm_id}/activate', 'body', 'json'],
		/** Let a profile route its payouts by an algorithm: `POST /routing/payouts/{routing_algorithm_id}/activate`. */
		activateForPayouts: ['post', '/routing/payouts/{routing_algorithm_id}/activate', 'body', 'json'],
		/** Show the routing algorithms of profiles: `GET /routing/active`. Iterates over all entries. */
		active: ['get', '/routing/active', 'query', 'json'],
		/** Show the routing algorithms of profiles for payouts: `GET /routing/payouts/active`. Iterates over all entries. */
		activeForPayouts: ['get', '/routing/payouts/active', 'query', 'json'],
		/** Create a routing algorithm: `POST /routing`. */
		create: ['post', '/routing', 'body', 'json'],
		/** Promise volume to accounts: `POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/create`. */
		createContracts: ['post', '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/create', 'body', 'json'],
		/** Let accounts that fail technically go last: `POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/create`. */
		createElimination: ['post', '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/create', 'body', 'json'],
		/** Create a routing algorithm for payouts: `POST /routing/payouts`. */
		createForPayouts: ['post', '/routing/payouts', 'body', 'json'],
		/** Let a profile learn the account with the most successes: `POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/create`. */
		createSuccessBased: ['post', '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/create', 'body', 'json'],
		/** Let a profile route its payments by its fallback list alone: `POST /routing/deactivate`. */
		deactivate: ['post', '/routing/deactivate', 'body', 'json'],
		/** Let a profile route its payouts by its fallback list alone: `POST /routing/payouts/deactivate`. */
		deactivateForPayouts: ['post', '/routing/payouts/deactivate', 'body', 'json'],
		/** Take away the program that decides about 3-D Secure: `DELETE /routing/decision`. */
		deleteDecision: ['delete', '/routing/decision', 'none', 'text'],
		/** Take away the program that decides about surcharges: `DELETE /routing/decision/surcharge`. */
		deleteSurcharge: ['delete', '/routing/decision/surcharge', 'none', 'text'],
		/** Retrieve the account that learned routing would try first: `POST /routing/evaluate`. */
		evaluate: ['post', '/routing/evaluate', 'body', 'json'],
		/** Preview the routing of a payment: `POST /routing/rule/evaluate`. */
		evaluateRules: ['post', '/routing/rule/evaluate', 'body', 'json'],
		/** Ask an algorithm how to authenticate the customer of a payment: `POST /three_ds_decision/execute`. */
		executeThreeDsDecision: ['post', '/three_ds_decision/execute', 'body', 'json'],
		/** Show the routing of a payment: `GET /payments/{payment_id}/routing`. */
		explain: ['get', '/payments/{payment_id}/routing', 'none', 'json'],
		/** Report the outcome of a payment, for learned routing: `POST /routing/feedback`. */
		feedback: ['post', '/routing/feedback', 'body', 'json'],
		/** List the routing algorithms, latest first: `GET /routing`. Iterates over all entries. */
		list: ['get', '/routing', 'query', 'json'],
		/** List the routing algorithms for payouts, latest first: `GET /routing/payouts`. Iterates over all entries. */
		listForPayouts: ['get', '/routing/payouts', 'query', 'json'],
		/** List the same for the profile that the caller acts for: `GET /routing/payouts/list/profile`. Iterates over all entries. */
		listForPayoutsOfProfile: ['get', '/routing/payouts/list/profile', 'query', 'json'],
		/** List the same for the profile that the caller acts for: `GET /routing/list/profile`. Iterates over all entries. */
		listOfProfile: ['get', '/routing/list/profile', 'query', 'json'],
		/** Retrieve a routing algorithm: `GET /routing/{routing_algorithm_id}`. */
		retrieve: ['get', '/routing/{routing_algorithm_id}', 'none', 'json'],
		/** Show the program that decides about 3-D Secure: `GET /routing/decision`. */
		retrieveDecision: ['get', '/routing/decision', 'none', 'json'],
		/** Show the order of a merchant's connector accounts: `GET /routing/default`. */
		retrieveDefault: ['get', '/routing/default', 'none', 'json'],
		/** Show the order of a merchant's accounts for payouts: `GET /routing/payouts/default`. */
		retrieveDefaultForPayouts: ['get', '/routing/payouts/default', 'none', 'json'],
		/** Show the order of every profile's accounts for payouts: `GET /routing/payouts/default/profile`. */
		retrieveDefaultForPayoutsOfProfiles: ['get', '/routing/payouts/default/profile', 'none', 'json'],
		/** Show the order of the connector accounts of the caller's profile, or of the merchant: `GET /routing/default/profile`. */
		retrieveDefaultOfProfile: ['get', '/routing/default/profile', 'none', 'json'],
		/** Show the program that decides about surcharges: `GET /routing/decision/surcharge`. */
		retrieveSurcharge: ['get', '/routing/decision/surcharge', 'none', 'json'],
		/** Save the program that decides about 3-D Secure: `PUT /routing/decision`. */
		saveDecision: ['put', '/routing/decision', 'body', 'json'],
		/** Save the program that decides about surcharges: `PUT /routing/decision/surcharge`. */
		saveSurcharge: ['put', '/routing/decision/surcharge', 'body', 'json'],
		/** Show the latest payments that an algorithm would have routed to another account: `POST /routing/{routing_algorithm_id}/simulate`. */
		simulate: ['post', '/routing/{routing_algorithm_id}/simulate', 'body', 'json'],
		/** Switch promises of volume on or off: `POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/toggle`. */
		toggleContracts: ['post', '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/toggle', 'body', 'json'],
		/** Switch learning from technical failures on or off: `POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/toggle`. */
		toggleElimination: ['post', '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/toggle', 'query', 'json'],
		/** Switch learning from successes on or off: `POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/toggle`. */
		toggleSuccessBased: ['post', '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/toggle', 'query', 'json'],
		/** Change the promises of volume: `PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/config/{algorithm_id}`. */
		updateContracts: ['patch', '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/config/{algorithm_id}', 'body', 'json'],
		/** Change the order of a merchant's connector accounts: `POST /routing/default`. */
		updateDefault: ['post', '/routing/default', 'body', 'json'],
		/** Change the order of a merchant's accounts for payouts: `POST /routing/payouts/default`. */
		updateDefaultForPayouts: ['post', '/routing/payouts/default', 'body', 'json'],
		/** Change the order of a profile's accounts for payouts: `POST /routing/payouts/default/profile/{profile_id}`. */
		updateDefaultForPayoutsOfProfile: ['post', '/routing/payouts/default/profile/{profile_id}', 'body', 'json'],
		/** Change the order of a profile's connector accounts: `POST /routing/default/profile/{profile_id}`. */
		updateDefaultOfProfile: ['post', '/routing/default/profile/{profile_id}', 'body', 'json'],
		/** Change the settings by which accounts that fail go last: `PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/config/{algorithm_id}`. */
		updateElimination: ['patch', '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/config/{algorithm_id}', 'body', 'json'],
		/** Change the settings by which a profile learns from successes: `PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/config/{algorithm_id}`. */
		updateSuccessBased: ['patch', '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/config/{algorithm_id}', 'body', 'json'],
	},
	webhookEndpoints: {
		/** Add an endpoint that gets webhooks: `POST /webhook_endpoints/{merchant_id}`. */
		create: ['post', '/webhook_endpoints/{merchant_id}', 'body', 'json'],
		/** Delete an endpoint that gets webhooks: `DELETE /webhook_endpoints/{merchant_id}/{endpoint_id}`. */
		delete: ['delete', '/webhook_endpoints/{merchant_id}/{endpoint_id}', 'none', 'json'],
		/** List the endpoints that get webhooks: `GET /webhook_endpoints/{merchant_id}`. Iterates over all entries. */
		list: ['get', '/webhook_endpoints/{merchant_id}', 'none', 'json'],
		/** Retrieve an endpoint that gets webhooks: `GET /webhook_endpoints/{merchant_id}/{endpoint_id}`. */
		retrieve: ['get', '/webhook_endpoints/{merchant_id}/{endpoint_id}', 'none', 'json'],
		/** Send a test event to an endpoint, now: `POST /webhook_endpoints/{merchant_id}/{endpoint_id}/test`. */
		test: ['post', '/webhook_endpoints/{merchant_id}/{endpoint_id}/test', 'none', 'json'],
		/** Change an endpoint that gets webhooks: `PUT /webhook_endpoints/{merchant_id}/{endpoint_id}`. */
		update: ['put', '/webhook_endpoints/{merchant_id}/{endpoint_id}', 'body', 'json'],
	},
} as const;
