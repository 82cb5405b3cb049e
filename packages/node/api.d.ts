// Written by `npm run openapi` from docs/openapi.json, with openapi-typescript.

/** OneOf type helpers */
type Without<T, U> = { [P in Exclude<keyof T, keyof U>]?: never };
type XOR<T, U> = (T | U) extends object ? (Without<T, U> & U) | (Without<U, T> & T) : T | U;
type OneOf<T extends unknown[]> = T extends [infer Only] ? Only : T extends [infer A, infer B, ...infer Rest] ? OneOf<[XOR<A, B>, ...Rest]> : never;

export interface paths {
	"/{customer_id}/payment_methods/{payment_method_id}/default": {
		/** Make a payment method the default of its customer, by its published path */
		post: {
			parameters: {
				path: {
					customer_id: Identifier;
					payment_method_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DefaultPaymentMethodResponse; } };
			};
		};
	};
	"/account/{account_id}/business_profile": {
		/** List the profiles of a merchant */
		get: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": ProfileResponse[]; } };
			};
		};
		/** Create a profile of a merchant */
		post: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": ProfileRequest; } };
			responses: {
				200: { content: { "application/json": ProfileResponse; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}": {
		/** Retrieve a profile of a merchant */
		get: {
			parameters: {
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": ProfileResponse; } };
			};
		};
		/** Update a profile of a merchant */
		post: {
			parameters: {
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateProfileRequest; } };
			responses: {
				200: { content: { "application/json": ProfileResponse; } };
			};
		};
		/** Delete a profile of a merchant */
		delete: {
			parameters: {
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": true; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/config/{algorithm_id}": {
		/** Change the promises of volume */
		patch: {
			parameters: {
				path: {
					account_id: Identifier;
					profile_id: Identifier;
					algorithm_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": ContractsConfig; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/create": {
		/** Promise volume to accounts */
		post: {
			parameters: {
				query: {
					/** What it does: `metrics` keeps scores, `dynamic_connector_selection` routes by them as well, `none` does neither. */
					enable: DynamicRoutingFeatures;
				};
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": ContractsConfig; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/toggle": {
		/** Switch promises of volume on or off */
		post: {
			parameters: {
				query: {
					/** What it does: `metrics` keeps scores, `dynamic_connector_selection` routes by them as well, `none` does neither. */
					enable: DynamicRoutingFeatures;
				};
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			requestBody?: { content: { "application/json": ContractsConfig; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/config/{algorithm_id}": {
		/** Change the settings by which accounts that fail go last */
		patch: {
			parameters: {
				path: {
					account_id: Identifier;
					profile_id: Identifier;
					algorithm_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": EliminationConfig; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/create": {
		/** Let accounts that fail technically go last */
		post: {
			parameters: {
				query: {
					/** What it does: `metrics` keeps scores, `dynamic_connector_selection` routes by them as well, `none` does neither. */
					enable: DynamicRoutingFeatures;
				};
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": EliminationConfig; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/toggle": {
		/** Switch learning from technical failures on or off */
		post: {
			parameters: {
				query: {
					/** What it does: `metrics` keeps scores, `dynamic_connector_selection` routes by them as well, `none` does neither. */
					enable: DynamicRoutingFeatures;
				};
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/config/{algorithm_id}": {
		/** Change the settings by which a profile learns from successes */
		patch: {
			parameters: {
				path: {
					account_id: Identifier;
					profile_id: Identifier;
					algorithm_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": SuccessBasedConfig; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/create": {
		/** Let a profile learn the account with the most successes */
		post: {
			parameters: {
				query: {
					/** What it does: `metrics` keeps scores, `dynamic_connector_selection` routes by them as well, `none` does neither. */
					enable: DynamicRoutingFeatures;
				};
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": SuccessBasedConfig; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/toggle": {
		/** Switch learning from successes on or off */
		post: {
			parameters: {
				query: {
					/** What it does: `metrics` keeps scores, `dynamic_connector_selection` routes by them as well, `none` does neither. */
					enable: DynamicRoutingFeatures;
				};
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/toggle_connector_agnostic_mit": {
		/** Let saved cards be charged by another connector than the one that saved them */
		post: {
			parameters: {
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": ToggleRequest; } };
			responses: {
				200: { content: { "application/json": ToggleRequest; } };
			};
		};
	};
	"/account/{account_id}/business_profile/{profile_id}/toggle_extended_card_info": {
		/** Let a profile's merchant have card data, encrypted for it */
		post: {
			parameters: {
				path: {
					account_id: Identifier;
					profile_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": ToggleRequest; } };
			responses: {
				200: { content: { "application/json": ToggleRequest; } };
			};
		};
	};
	"/account/{account_id}/connectors": {
		/** List the connector accounts of a merchant */
		get: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": ConnectorAccountListItem[]; } };
			};
		};
		/** Create a connector account */
		post: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": CreateConnectorAccountRequest; } };
			responses: {
				200: { content: { "application/json": ConnectorAccountResponse; } };
			};
		};
	};
	"/account/{account_id}/connectors/{merchant_connector_id}": {
		/** Retrieve a connector account of a merchant */
		get: {
			parameters: {
				path: {
					account_id: Identifier;
					merchant_connector_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": ConnectorAccountResponse; } };
			};
		};
		/** Update a connector account of a merchant */
		post: {
			parameters: {
				path: {
					account_id: Identifier;
					merchant_connector_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateConnectorAccountRequest; } };
			responses: {
				200: { content: { "application/json": ConnectorAccountResponse; } };
			};
		};
		/** Delete a connector account of a merchant */
		delete: {
			parameters: {
				path: {
					account_id: Identifier;
					merchant_connector_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DeleteConnectorAccountResponse; } };
			};
		};
	};
	"/account/{account_id}/profile": {
		/** List the profile that the caller acts for, or all of them */
		get: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": ProfileResponse[]; } };
			};
		};
	};
	"/account/{account_id}/profile/connectors": {
		/** List the connector accounts of the caller's profile, or of the merchant */
		get: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": ConnectorAccountListItem[]; } };
			};
		};
	};
	"/account/{account_id}/webhooks/{merchant_connector_id}": {
		/** Register the address for webhooks at a processor */
		post: {
			parameters: {
				path: {
					account_id: Identifier;
					merchant_connector_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": RegisterWebhookRequest; } };
			responses: {
				200: { content: { "application/json": RegisterWebhookResponse; } };
			};
		};
	};
	"/account/connectors/verify": {
		/** Ask a processor whether it accepts credentials */
		post: {
			requestBody: { content: { "application/json": CheckCredentialsRequest; } };
			responses: {
				200: { content: { "application/json": CheckCredentialsResponse; } };
			};
		};
	};
	"/account/payment_methods": {
		/** List the payment methods for a payment or a profile */
		get: {
			parameters: {
				query?: {
					/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
					client_secret?: string | null;
					/** Countries that are accepted, or that are not, as two letters of ISO 3166-1. */
					accepted_countries?: string | null;
					/** Currencies that are accepted, or that are not, as three letters of ISO 4217. */
					accepted_currencies?: string | null;
					/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
					amount?: (number | string) | null;
					/** Whether it can be charged again without the customer. */
					recurring_enabled?: (boolean | "true" | "false") | null;
					/** Whether payment in installments is possible. */
					installment_payment_enabled?: (boolean | "true" | "false") | null;
					card_networks?: string | null;
					/** How many entries a page has at most. */
					limit?: (number | string) | null;
				};
			};
			responses: {
				200: { content: { "application/json": MerchantListResponse; } };
			};
		};
	};
	"/accounts": {
		/** Create a merchant account */
		post: {
			requestBody: { content: { "application/json": CreateAccountRequest; } };
			responses: {
				200: { content: { "application/json": MerchantAccountResponse; } };
			};
		};
	};
	"/accounts/{account_id}": {
		/** Retrieve a merchant account */
		get: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": MerchantAccountResponse; } };
			};
		};
		/** Update a merchant account */
		post: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateAccountRequest; } };
			responses: {
				200: { content: { "application/json": MerchantAccountResponse; } };
			};
		};
		/** Delete a merchant account */
		delete: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							/** Whether it was deleted. */
							deleted: boolean;
							merchant_id: string;
						};
					};
				};
			};
		};
	};
	"/accounts/{account_id}/kv": {
		/** Show a merchant's storage switch */
		get: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": SwitchStorageResponse; } };
			};
		};
		/** Set a merchant's storage switch */
		post: {
			parameters: {
				path: {
					account_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": SwitchStorageRequest; } };
			responses: {
				200: { content: { "application/json": SwitchStorageResponse; } };
			};
		};
	};
	"/accounts/list": {
		/** List the merchant accounts of an organization, oldest first */
		get: {
			parameters: {
				query: {
					/** The organization that the merchant account belongs to: it begins with `org_`. */
					organization_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": MerchantAccountResponse[]; } };
			};
		};
	};
	"/api_keys/{merchant_id}": {
		/** Create an API key */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": CreateApiKeyRequest; } };
			responses: {
				200: { content: { "application/json": CreateApiKeyResponse; } };
			};
		};
	};
	"/api_keys/{merchant_id}/{key_id}": {
		/** Retrieve an API key */
		get: {
			parameters: {
				path: {
					merchant_id: Identifier;
					key_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": ApiKeyResponse; } };
			};
		};
		/** Update an API key */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
					key_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateApiKeyRequest; } };
			responses: {
				200: { content: { "application/json": ApiKeyResponse; } };
			};
		};
		/** Revoke an API key */
		delete: {
			parameters: {
				path: {
					merchant_id: Identifier;
					key_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RevokeApiKeyResponse; } };
			};
		};
	};
	"/api_keys/{merchant_id}/list": {
		/** List the API keys of a merchant */
		get: {
			parameters: {
				query?: {
					/** How many entries a page has at most. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					skip?: number | string;
				};
				path: {
					merchant_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": ApiKeyResponse[]; } };
			};
		};
	};
	"/authentication": {
		/** Create an authentication without a payment */
		post: {
			requestBody: { content: { "application/json": CreateAuthenticationRequest; } };
			responses: {
				200: { content: { "application/json": AuthenticationResponse; } };
			};
		};
	};
	"/authentication/{authentication_id}/authenticate": {
		/** Ask the card's bank about its customer */
		post: {
			parameters: {
				path: {
					authentication_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": AuthenticateRequest; } };
			responses: {
				200: { content: { "application/json": AuthenticateResponse; } };
			};
		};
	};
	"/authentication/{authentication_id}/eligibility": {
		/** Start the authentication of a card */
		post: {
			parameters: {
				path: {
					authentication_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": AuthenticationEligibilityRequest; } };
			responses: {
				200: { content: { "application/json": AuthenticationEligibilityResponse; } };
			};
		};
	};
	"/authentication/{authentication_id}/eligibility-check": {
		/** Retrieve whether Click to Pay knows the customer */
		get: {
			parameters: {
				path: {
					authentication_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RetrieveEligibilityCheckResponse; } };
			};
		};
		/** Tell the merchant whether Click to Pay knows the customer */
		post: {
			parameters: {
				path: {
					authentication_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": SubmitEligibilityCheckRequest; } };
			responses: {
				200: { content: { "application/json": SubmitEligibilityCheckResponse; } };
			};
		};
	};
	"/authentication/{authentication_id}/enabled_authn_methods_token": {
		/** Open the wallets by which a customer may be authenticated */
		post: {
			parameters: {
				path: {
					authentication_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": AuthenticationSessionRequest; } };
			responses: {
				200: { content: { "application/json": AuthenticationSessionResponse; } };
			};
		};
	};
	"/authentication/{merchant_id}/{authentication_id}/redirect": {
		/** Send a customer back to the shop from the bank's page */
		get: {
			parameters: {
				query?: {
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					merchant_id: Identifier;
					authentication_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RedirectResponse; } };
			};
		};
		/** Send a customer back to the shop from the bank's page */
		post: {
			parameters: {
				query?: {
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					merchant_id: Identifier;
					authentication_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RedirectResponse; } };
			};
		};
	};
	"/authentication/{merchant_id}/{authentication_id}/sync": {
		/** Retrieve an authentication, with its result */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
					authentication_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": SyncAuthenticationRequest; } };
			responses: {
				200: { content: { "application/json": SyncAuthenticationResponse; } };
			};
		};
	};
	"/blocklist": {
		/** List the blocked cards and fingerprints */
		get: {
			parameters: {
				query: {
					/** What is blocked: the first digits of cards, or a fingerprint. */
					data_kind: DataKind;
					/** How many entries a page has at most. */
					limit?: (number | string) | null;
					/** How many entries are skipped before the first of the page. */
					offset?: (number | string) | null;
				};
			};
			responses: {
				200: { content: { "application/json": BlocklistResponse; } };
			};
		};
		/** Block cards by their first digits or by their fingerprint */
		post: {
			requestBody: { content: { "application/json": BlocklistRequest; } };
			responses: {
				200: { content: { "application/json": BlocklistEntryResponse; } };
			};
		};
		/** Let cards be paid with again */
		delete: {
			requestBody: { content: { "application/json": BlocklistRequest; } };
			responses: {
				200: { content: { "application/json": BlocklistEntryResponse; } };
			};
		};
	};
	"/blocklist/batch": {
		/** List the jobs that block many cards */
		get: {
			parameters: {
				query?: {
					/** How many entries a page has at most. */
					limit?: (number | string) | null;
					/** How many entries are skipped before the first of the page. */
					offset?: (number | string) | null;
				};
			};
			responses: {
				200: { content: { "application/json": ListBatchBlocklistJobsResponse; } };
			};
		};
		/** Block many cards with one file */
		post: {
			requestBody: {
				content: {
					"multipart/form-data": BatchBlocklistUploadRequest;
				};
			};
			responses: {
				202: { content: { "application/json": BatchBlocklistUploadResponse; } };
			};
		};
	};
	"/blocklist/batch/{job_id}": {
		/** Retrieve a job that blocks many cards */
		get: {
			parameters: {
				path: {
					job_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": BatchBlocklistJobStatusResponse; } };
			};
		};
	};
	"/blocklist/toggle": {
		/** Have payments checked against the blocklist, or not */
		post: {
			parameters: {
				query: {
					/** Whether to check payments against the blocklist: `true` or `false`. */
					status: boolean | "true" | "false";
				};
			};
			responses: {
				200: { content: { "application/json": ToggleBlocklistResponse; } };
			};
		};
	};
	"/card_issuers": {
		/** List the issuers of cards */
		get: {
			parameters: {
				query?: {
					/** The beginning of the names. */
					query?: string | null;
					/** How many entries a page has at most. */
					limit?: (number | string) | null;
				};
			};
			responses: {
				200: { content: { "application/json": ListCardIssuersResponse; } };
			};
		};
		/** Add an issuer of cards */
		post: {
			requestBody: { content: { "application/json": CardIssuerRequest; } };
			responses: {
				200: { content: { "application/json": CardIssuerResponse; } };
			};
		};
	};
	"/card_issuers/{id}": {
		/** Rename an issuer of cards */
		put: {
			parameters: {
				path: {
					id: Identifier;
				};
			};
			requestBody: { content: { "application/json": CardIssuerRequest; } };
			responses: {
				200: { content: { "application/json": CardIssuerResponse; } };
			};
		};
		/** Remove an issuer of cards */
		delete: {
			parameters: {
				path: {
					id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DeleteCardIssuerResponse; } };
			};
		};
	};
	"/cards/{bin}": {
		/** Retrieve the facts about cards by their first digits */
		get: {
			parameters: {
				query?: {
					/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
					client_secret?: string | null;
				};
				path: {
					bin: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": CardBinResponse; } };
			};
		};
	};
	"/cards/create": {
		/** Store facts about cards by their first digits */
		post: {
			requestBody: { content: { "application/json": CreateCardBinRequest; } };
			responses: {
				200: { content: { "application/json": CardBinResponse; } };
			};
		};
	};
	"/cards/update": {
		/** Change the facts about cards by their first digits */
		post: {
			requestBody: { content: { "application/json": CreateCardBinRequest; } };
			responses: {
				200: { content: { "application/json": CardBinResponse; } };
			};
		};
	};
	"/cards/update-batch": {
		/** Change the facts about many ranges of cards */
		post: {
			requestBody: {
				content: {
					"multipart/form-data": UpdateCardBinsRequest;
				};
			};
			responses: {
				200: { content: { "application/json": UpdateCardBinsResponse; } };
			};
		};
	};
	"/customers": {
		/** Create a customer */
		post: {
			requestBody: { content: { "application/json": CreateCustomerRequest; } };
			responses: {
				200: { content: { "application/json": CustomerResponse; } };
			};
		};
	};
	"/customers/{customer_id}": {
		/** Retrieve a customer */
		get: {
			parameters: {
				path: {
					customer_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": CustomerResponse; } };
			};
		};
		/** Update a customer */
		post: {
			parameters: {
				path: {
					customer_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateCustomerRequest; } };
			responses: {
				200: { content: { "application/json": CustomerResponse; } };
			};
		};
		/** Delete a customer: its cards are deleted and its personal data is overwritten */
		delete: {
			parameters: {
				path: {
					customer_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DeleteCustomerResponse; } };
			};
		};
	};
	"/customers/{customer_id}/mandates": {
		/** List the mandates of a customer */
		get: {
			parameters: {
				path: {
					customer_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": MandateResponse[]; } };
			};
		};
	};
	"/customers/{customer_id}/payment_methods": {
		/** List the payment methods of a customer */
		get: {
			parameters: {
				query?: {
					/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
					client_secret?: string | null;
					/** Countries that are accepted, or that are not, as two letters of ISO 3166-1. */
					accepted_countries?: string | null;
					/** Currencies that are accepted, or that are not, as three letters of ISO 4217. */
					accepted_currencies?: string | null;
					/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
					amount?: (number | string) | null;
					/** Whether it can be charged again without the customer. */
					recurring_enabled?: (boolean | "true" | "false") | null;
					/** Whether payment in installments is possible. */
					installment_payment_enabled?: (boolean | "true" | "false") | null;
					card_networks?: string | null;
					/** How many entries a page has at most. */
					limit?: (number | string) | null;
				};
				path: {
					customer_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": CustomerPaymentMethodsResponse; } };
			};
		};
	};
	"/customers/{customer_id}/payment_methods/{payment_method_id}/default": {
		/** Make a payment method the default of its customer */
		post: {
			parameters: {
				path: {
					customer_id: Identifier;
					payment_method_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DefaultPaymentMethodResponse; } };
			};
		};
	};
	"/customers/list": {
		/** List customers, oldest first */
		get: {
			parameters: {
				query?: {
					/** How many entries a page has at most. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					offset?: number | string;
					/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
					customer_id?: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": CustomerResponse[]; } };
			};
		};
	};
	"/customers/list_with_count": {
		/** List customers, oldest first, with how many there are */
		get: {
			parameters: {
				query?: {
					/** How many entries a page has at most. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					offset?: number | string;
					/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
					customer_id?: Identifier;
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							data: CustomerResponse[];
							/** How many there are in all. */
							total_count: number;
						};
					};
				};
			};
		};
	};
	"/customers/payment_methods": {
		/** List the payment methods of a payment's customer */
		get: {
			parameters: {
				query?: {
					/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
					client_secret?: string | null;
					/** Countries that are accepted, or that are not, as two letters of ISO 3166-1. */
					accepted_countries?: string | null;
					/** Currencies that are accepted, or that are not, as three letters of ISO 4217. */
					accepted_currencies?: string | null;
					/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
					amount?: (number | string) | null;
					/** Whether it can be charged again without the customer. */
					recurring_enabled?: (boolean | "true" | "false") | null;
					/** Whether payment in installments is possible. */
					installment_payment_enabled?: (boolean | "true" | "false") | null;
					card_networks?: string | null;
					/** How many entries a page has at most. */
					limit?: (number | string) | null;
				};
			};
			responses: {
				200: { content: { "application/json": CustomerPaymentMethodsResponse; } };
			};
		};
	};
	"/disputes/{dispute_id}": {
		/** Retrieve a dispute */
		get: {
			parameters: {
				query?: {
					/** Whether to ask the connector how things stand before answering. */
					force_sync?: boolean | "true" | "false";
				};
				path: {
					dispute_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DisputeResponse; } };
			};
		};
	};
	"/disputes/{merchant_connector_id}/fetch": {
		/** Fetch the disputes of a time span from a connector */
		get: {
			parameters: {
				query: {
					/** The first second of the span, in UTC: `YYYY-MM-DDTHH:MM:SS`. */
					fetch_from: string;
					/** The last second of the span, in UTC: at most 366 days after the first one. */
					fetch_till: string;
				};
				path: {
					merchant_connector_id: Identifier;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": ({
								/** The amount that is contested, in minor units, as text. */
								amount: string;
								/** Until when evidence may be submitted, ISO 8601 in UTC. */
								challenge_required_by: string | null;
								/** The connector's own identifier of the dispute. */
								connector_dispute_id: string;
								/** The reason, in words of the connector. */
								connector_reason: string | null;
								/** The reason, as a code of the connector. */
								connector_reason_code: string | null;
								/** The status, in words of the connector. */
								connector_status: string;
								/** When it was created, ISO 8601 in UTC. */
								created_at: string | null;
								/** The currency, as three letters of ISO 4217. */
								currency: Currency;
								/** How far the dispute has gone: from an inquiry to arbitration. */
								dispute_stage: DisputeStage;
								/** How things stand with the dispute. */
								dispute_status: DisputeStatus;
								object_reference_id: {
									/** An identifier of the disputed payment. */
									PaymentId: {
										/** The `payment_id` of the disputed payment. */
										PaymentIntentId: string;
									};
								};
								/** When it last changed, ISO 8601 in UTC. */
								updated_at: string | null;
							})[];
					};
				};
			};
		};
	};
	"/disputes/accept/{dispute_id}": {
		/** Accept a dispute */
		post: {
			parameters: {
				path: {
					dispute_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DisputeResponse; } };
			};
		};
	};
	"/disputes/aggregate": {
		/** Count disputes by their status */
		get: {
			parameters: {
				query?: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": DisputesByStatus; } };
			};
		};
	};
	"/disputes/evidence": {
		/** Attach a file to a dispute as evidence */
		put: {
			requestBody: {
				content: {
					"multipart/form-data": AttachEvidenceRequest;
				};
			};
			responses: {
				200: { content: { "application/json": CreateFileResponse; } };
			};
		};
		/** Submit evidence against a dispute */
		post: {
			requestBody: { content: { "application/json": SubmitEvidenceRequest; } };
			responses: {
				200: { content: { "application/json": DisputeResponse; } };
			};
		};
		/** Take a file away from the evidence of a dispute */
		delete: {
			requestBody: { content: { "application/json": DeleteEvidenceRequest; } };
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
	};
	"/disputes/evidence/{dispute_id}": {
		/** List the files that are attached to a dispute */
		get: {
			parameters: {
				path: {
					dispute_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DisputeEvidenceBlock[]; } };
			};
		};
	};
	"/disputes/filter": {
		/** List the values that disputes can be filtered by */
		get: {
			responses: {
				200: {
					content: {
						"application/json": {
							/** The connector, by its name, such as `stripe_test`. */
							connector: AccountsByConnector;
							/** The currency, as three letters of ISO 4217. */
							currency: Currency[];
							/** How far the dispute has gone: from an inquiry to arbitration. */
							dispute_stage: DisputeStage[];
							/** How things stand with the dispute. */
							dispute_status: DisputeStatus[];
						};
					};
				};
			};
		};
	};
	"/disputes/list": {
		/** List disputes, the last changed first */
		get: {
			parameters: {
				query?: {
					/** How many entries a page has at most. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					offset?: number | string;
					/** The dispute: it begins with `dp_`. */
					dispute_id?: Identifier;
					/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
					payment_id?: Identifier;
					/** The profile, one of the merchant's shops: it begins with `pro_`. */
					profile_id?: Identifier;
					/** The connector account: it begins with `mca_`. */
					merchant_connector_id?: Identifier;
					/** How things stand with the dispute. */
					dispute_status?: string;
					/** How far the dispute has gone: from an inquiry to arbitration. */
					dispute_stage?: string;
					/** The connector, by its name, such as `stripe_test`. */
					connector?: string;
					/** The currency, as three letters of ISO 4217. */
					currency?: string;
					/** The reason that disputes are listed for. */
					reason?: string;
					/** Only those that came at this time. */
					received_time?: Timestamp;
					/** Only those that came before this time. */
					"received_time.lt"?: Timestamp;
					/** Only those that came after this time. */
					"received_time.gt"?: Timestamp;
					/** Only those that came at this time or earlier. */
					"received_time.lte"?: Timestamp;
					/** Only those that came at this time or later. */
					"received_time.gte"?: Timestamp;
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": DisputeResponse[]; } };
			};
		};
	};
	"/disputes/profile/aggregate": {
		/** Count the disputes of the profile that the request names by their status */
		get: {
			parameters: {
				query?: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": DisputesByStatus; } };
			};
		};
	};
	"/disputes/profile/filter": {
		/** List the values that disputes of the named profile can be filtered by */
		get: {
			responses: {
				200: {
					content: {
						"application/json": {
							/** The connector, by its name, such as `stripe_test`. */
							connector: AccountsByConnector;
							/** The currency, as three letters of ISO 4217. */
							currency: Currency[];
							/** How far the dispute has gone: from an inquiry to arbitration. */
							dispute_stage: DisputeStage[];
							/** How things stand with the dispute. */
							dispute_status: DisputeStatus[];
						};
					};
				};
			};
		};
	};
	"/disputes/profile/list": {
		/** List the disputes of the profile that the request names, the last changed first */
		get: {
			parameters: {
				query?: {
					/** How many entries a page has at most. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					offset?: number | string;
					/** The dispute: it begins with `dp_`. */
					dispute_id?: Identifier;
					/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
					payment_id?: Identifier;
					/** The profile, one of the merchant's shops: it begins with `pro_`. */
					profile_id?: Identifier;
					/** The connector account: it begins with `mca_`. */
					merchant_connector_id?: Identifier;
					/** How things stand with the dispute. */
					dispute_status?: string;
					/** How far the dispute has gone: from an inquiry to arbitration. */
					dispute_stage?: string;
					/** The connector, by its name, such as `stripe_test`. */
					connector?: string;
					/** The currency, as three letters of ISO 4217. */
					currency?: string;
					/** The reason that disputes are listed for. */
					reason?: string;
					/** Only those that came at this time. */
					received_time?: Timestamp;
					/** Only those that came before this time. */
					"received_time.lt"?: Timestamp;
					/** Only those that came after this time. */
					"received_time.gt"?: Timestamp;
					/** Only those that came at this time or earlier. */
					"received_time.lte"?: Timestamp;
					/** Only those that came at this time or later. */
					"received_time.gte"?: Timestamp;
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": DisputeResponse[]; } };
			};
		};
	};
	"/ephemeral_keys": {
		/** Make a key for the app of one customer, good for an hour */
		post: {
			requestBody: { content: { "application/json": CreateEphemeralKeyRequest; } };
			responses: {
				200: { content: { "application/json": EphemeralKeyResponse; } };
			};
		};
	};
	"/ephemeral_keys/{key_id}": {
		/** End a key of a customer, by its identifier or by itself */
		delete: {
			parameters: {
				path: {
					key_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DeletedEphemeralKeyResponse; } };
			};
		};
	};
	"/events/{merchant_id}": {
		/** List events, newest first */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": ListEventsRequest; } };
			responses: {
				200: { content: { "application/json": ListEventsResponse; } };
			};
		};
	};
	"/events/{merchant_id}/{event_id}/attempts": {
		/** List the attempts at delivering an event */
		get: {
			parameters: {
				path: {
					merchant_id: Identifier;
					event_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": EventAttemptResponse[]; } };
			};
		};
	};
	"/events/{merchant_id}/{event_id}/retry": {
		/** Send an event once more, now */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
					event_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": EventAttemptResponse; } };
			};
		};
	};
	"/events/{merchant_id}/retry": {
		/** Send all undelivered events that fit once more, oldest first */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": RetryEventsRequest; } };
			responses: {
				200: { content: { "application/json": EventRetryResponse; } };
			};
		};
	};
	"/events/{merchant_id}/retry/{retry_id}": {
		/** Show the progress of a retry of many events */
		get: {
			parameters: {
				path: {
					merchant_id: Identifier;
					retry_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": EventRetryResponse; } };
			};
		};
	};
	"/events/{merchant_id}/retry/{retry_id}/stop": {
		/** Stop a retry of many events */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
					retry_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": EventRetryResponse; } };
			};
		};
	};
	"/events/{merchant_id}/undelivered": {
		/** List the events that were given up, oldest first */
		get: {
			parameters: {
				query?: {
					/** How many entries a page has at most. */
					limit?: number | string;
					/** The last entry of the page before: the list goes on behind it. */
					after?: string;
				};
				path: {
					merchant_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": UndeliveredEventsResponse; } };
			};
		};
	};
	"/events/profile/list": {
		/** List the events of the profile that the request names, newest first */
		post: {
			requestBody: { content: { "application/json": ListEventsRequest; } };
			responses: {
				200: { content: { "application/json": ListEventsResponse; } };
			};
		};
	};
	"/feature_matrix": {
		/** List the abilities of each connector */
		get: {
			responses: {
				200: { content: { "application/json": FeatureMatrixResponse; } };
			};
		};
	};
	"/files": {
		/** Upload a file for a dispute */
		post: {
			requestBody: {
				content: {
					"multipart/form-data": CreateFileRequest;
				};
			};
			responses: {
				200: { content: { "application/json": CreateFileResponse; } };
			};
		};
	};
	"/files/{file_id}": {
		/** Download a file */
		get: {
			parameters: {
				path: {
					file_id: Identifier;
				};
			};
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
		/** Delete a file */
		delete: {
			parameters: {
				path: {
					file_id: Identifier;
				};
			};
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
	};
	"/forex/convert_from_minor": {
		/** Convert an amount into another currency */
		get: {
			parameters: {
				query: {
					/** The amount in minor units of `from_currency`. */
					amount: string;
					/** The currency that is wanted. */
					to_currency: string;
					/** The currency of the amount. */
					from_currency: string;
				};
			};
			responses: {
				200: { content: { "application/json": ConvertAmountResponse; } };
			};
		};
	};
	"/forex/rates": {
		/** Retrieve the exchange rates */
		get: {
			responses: {
				200: { content: { "application/json": ExchangeRatesResponse; } };
			};
		};
		/** Set the exchange rates */
		put: {
			requestBody: { content: { "application/json": SetExchangeRatesRequest; } };
			responses: {
				200: { content: { "application/json": ExchangeRatesResponse; } };
			};
		};
	};
	"/gsm": {
		/** Store the settings for an error of a processor */
		post: {
			requestBody: { content: { "application/json": CreateGsmRequest; } };
			responses: {
				200: { content: { "application/json": GsmResponse; } };
			};
		};
	};
	"/gsm/delete": {
		/** Delete the settings for an error of a processor */
		post: {
			requestBody: { content: { "application/json": NamedGsmRequest; } };
			responses: {
				200: { content: { "application/json": DeleteGsmResponse; } };
			};
		};
	};
	"/gsm/get": {
		/** Show the settings for an error of a processor */
		post: {
			requestBody: { content: { "application/json": NamedGsmRequest; } };
			responses: {
				200: { content: { "application/json": GsmResponse; } };
			};
		};
	};
	"/gsm/update": {
		/** Change the settings for an error of a processor */
		post: {
			requestBody: { content: { "application/json": UpdateGsmRequest; } };
			responses: {
				200: { content: { "application/json": GsmResponse; } };
			};
		};
	};
	"/health": {
		/** Report that the switch is up */
		get: {
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
	};
	"/health/ready": {
		/** Report whether the database, the queues and the vault answer */
		get: {
			responses: {
				200: { content: { "application/json": ReadinessResponse; } };
			};
		};
	};
	"/logs/sdk": {
		/** Accept the log of a web SDK, and discard it */
		post: {
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
	};
	"/mandates/{mandate_id}": {
		/** Retrieve a mandate */
		get: {
			parameters: {
				path: {
					mandate_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": MandateResponse; } };
			};
		};
	};
	"/mandates/list": {
		/** List mandates, newest first */
		get: {
			parameters: {
				query?: {
					/** How many entries a page has at most. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					offset?: number | string;
					/** Only mandates in this status. */
					mandate_status?: MandateStatus;
					/** The connector, by its name, such as `stripe_test`. */
					connector?: string;
					/** Only mandates that were created at this time. */
					created_time?: Timestamp;
					/** Only mandates that were created before this time. */
					"created_time.lt"?: Timestamp;
					/** Only mandates that were created after this time. */
					"created_time.gt"?: Timestamp;
					/** Only mandates that were created at this time or earlier. */
					"created_time.lte"?: Timestamp;
					/** Only mandates that were created at this time or later. */
					"created_time.gte"?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": MandateResponse[]; } };
			};
		};
	};
	"/mandates/revoke/{mandate_id}": {
		/** Revoke a mandate */
		post: {
			parameters: {
				path: {
					mandate_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": MandateRevokedResponse; } };
			};
		};
	};
	"/organization": {
		/** Create an organization */
		post: {
			requestBody: { content: { "application/json": CreateOrganizationRequest; } };
			responses: {
				200: { content: { "application/json": OrganizationResponse; } };
			};
		};
	};
	"/organization/{id}": {
		/** Retrieve an organization */
		get: {
			parameters: {
				path: {
					id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": OrganizationResponse; } };
			};
		};
		/** Update an organization */
		put: {
			parameters: {
				path: {
					id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateOrganizationRequest; } };
			responses: {
				200: { content: { "application/json": OrganizationResponse; } };
			};
		};
	};
	"/payment_link/{merchant_id}/{payment_id}": {
		/** Show the page on which a customer pays */
		get: {
			parameters: {
				query?: {
					/** The language for texts, such as `en` or `de`. */
					locale?: string;
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					merchant_id: Identifier;
					payment_id: Identifier;
				};
			};
			responses: {
				200: { content: { "text/html": string; } };
			};
		};
	};
	"/payment_link/{payment_link_id}": {
		/** Retrieve a payment link */
		get: {
			parameters: {
				query?: {
					/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
					client_secret?: string;
				};
				path: {
					payment_link_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": PaymentLinkResponse; } };
			};
		};
	};
	"/payment_link/list": {
		/** List payment links, newest first */
		post: {
			requestBody: { content: { "application/json": ListPaymentLinksRequest; } };
			responses: {
				200: { content: { "application/json": PaymentLinkResponse[]; } };
			};
		};
	};
	"/payment_link/s/{merchant_id}/{payment_id}": {
		/** Show the page on which a customer pays in a frame of the shop */
		get: {
			parameters: {
				query?: {
					/** The language for texts, such as `en` or `de`. */
					locale?: string;
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					merchant_id: Identifier;
					payment_id: Identifier;
				};
			};
			responses: {
				200: { content: { "text/html": string; } };
			};
		};
	};
	"/payment_link/status/{merchant_id}/{payment_id}": {
		/** Show a customer the status of a payment */
		get: {
			parameters: {
				query?: {
					/** The language for texts, such as `en` or `de`. */
					locale?: string;
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					merchant_id: Identifier;
					payment_id: Identifier;
				};
			};
			responses: {
				200: { content: { "text/html": string; } };
			};
		};
	};
	"/payment_methods": {
		/** List the payment methods for a payment or a profile, by the other path */
		get: {
			parameters: {
				query?: {
					/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
					client_secret?: string | null;
					/** Countries that are accepted, or that are not, as two letters of ISO 3166-1. */
					accepted_countries?: string | null;
					/** Currencies that are accepted, or that are not, as three letters of ISO 4217. */
					accepted_currencies?: string | null;
					/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
					amount?: (number | string) | null;
					/** Whether it can be charged again without the customer. */
					recurring_enabled?: (boolean | "true" | "false") | null;
					/** Whether payment in installments is possible. */
					installment_payment_enabled?: (boolean | "true" | "false") | null;
					card_networks?: string | null;
					/** How many entries a page has at most. */
					limit?: (number | string) | null;
				};
			};
			responses: {
				200: { content: { "application/json": MerchantListResponse; } };
			};
		};
		/** Save a payment method of a customer */
		post: {
			requestBody: { content: { "application/json": CreatePaymentMethodRequest; } };
			responses: {
				200: { content: { "application/json": PaymentMethodResponse; } };
			};
		};
	};
	"/payment_methods/{method_id}": {
		/** Retrieve a payment method */
		get: {
			parameters: {
				path: {
					method_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": PaymentMethodResponse; } };
			};
		};
		/** Delete a payment method */
		delete: {
			parameters: {
				path: {
					method_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DeletePaymentMethodResponse; } };
			};
		};
	};
	"/payment_methods/{method_id}/save": {
		/** Complete a payment method that waits for its data */
		post: {
			parameters: {
				path: {
					method_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": CreatePaymentMethodRequest; } };
			responses: {
				200: { content: { "application/json": PaymentMethodResponse; } };
			};
		};
	};
	"/payment_methods/{method_id}/update": {
		/** Update a saved card */
		post: {
			parameters: {
				path: {
					method_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdatePaymentMethodRequest; } };
			responses: {
				200: { content: { "application/json": UpdatePaymentMethodResponse; } };
			};
		};
	};
	"/payment_methods/auth/exchange": {
		/** Save the bank accounts that the customer chose */
		post: {
			requestBody: { content: { "application/json": ExchangeBankAccountsRequest; } };
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
	};
	"/payment_methods/auth/link": {
		/** Open a session in which the customer chooses bank accounts */
		post: {
			requestBody: { content: { "application/json": LinkBankAccountRequest; } };
			responses: {
				200: {
					content: {
						"application/json": {
							/** The connector, by its name, such as `stripe_test`. */
							connector: string;
							/** The token by which the page shows the session. */
							link_token: string;
						};
					};
				};
			};
		};
	};
	"/payment_methods/collect": {
		/** Create a link to a page on which a customer saves a card */
		post: {
			requestBody: { content: { "application/json": CreateCollectLinkRequest; } };
			responses: {
				200: { content: { "application/json": CollectLinkResponse; } };
			};
		};
	};
	"/payment_methods/collect/{merchant_id}/{pm_collect_link_id}": {
		/** Show the page on which a customer saves a card */
		get: {
			parameters: {
				query?: {
					/** The language for texts, such as `en` or `de`. */
					locale?: string;
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					merchant_id: Identifier;
					pm_collect_link_id: Identifier;
				};
			};
			responses: {
				200: { content: { "text/html": string; } };
			};
		};
	};
	"/payment_methods/migrate": {
		/** Take over a payment method from another system */
		post: {
			requestBody: { content: { "application/json": MigratePaymentMethodRequest; } };
			responses: {
				200: { content: { "application/json": MigratePaymentMethodResponse; } };
			};
		};
	};
	"/payment_methods/migrate-batch": {
		/** Take over many payment methods from another system */
		post: {
			requestBody: {
				content: {
					"multipart/form-data": MigratePaymentMethodsRequest;
				};
			};
			responses: {
				200: { content: { "application/json": MigratePaymentMethodsResponse; } };
			};
		};
	};
	"/payment_methods/update-batch": {
		/** Change many payment methods */
		post: {
			requestBody: {
				content: {
					"multipart/form-data": UpdatePaymentMethodsRequest;
				};
			};
			responses: {
				200: { content: { "application/json": UpdatePaymentMethodsResponse; } };
			};
		};
	};
	"/payments": {
		/** Create a payment */
		post: {
			requestBody: { content: { "application/json": PaymentRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}": {
		/** Retrieve a payment */
		get: {
			parameters: {
				query?: {
					/** Whether to ask the connector how things stand before answering. */
					force_sync?: boolean | "true" | "false";
					/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
					client_secret?: string;
					/** Whether to answer with every attempt. */
					expand_attempts?: boolean | "true" | "false";
					/** Whether to answer with every capture. */
					expand_captures?: boolean | "true" | "false";
					/** Whether to answer with everything that the connector sent, in `whole_connector_response`. */
					all_keys_required?: boolean | "true" | "false";
					merchant_id?: string;
				};
				path: {
					payment_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
		/** Update a payment */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": PaymentRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/{merchant_id}/authorize/{connector}": {
		/** Go on with a payment whose customer comes from their bank */
		get: {
			parameters: {
				query?: {
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					payment_id: Identifier;
					merchant_id: Identifier;
					connector: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RedirectResponse; } };
			};
		};
		/** Go on with a payment whose customer comes from their bank */
		post: {
			parameters: {
				query?: {
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					payment_id: Identifier;
					merchant_id: Identifier;
					connector: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RedirectResponse; } };
			};
		};
	};
	"/payments/{payment_id}/{merchant_id}/redirect/complete/{connector}": {
		/** Send a customer back to the shop, or to the next action */
		get: {
			parameters: {
				query?: {
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					payment_id: Identifier;
					merchant_id: Identifier;
					connector: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RedirectResponse; } };
			};
		};
		/** Send a customer back to the shop, or to the next action */
		post: {
			parameters: {
				query?: {
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					payment_id: Identifier;
					merchant_id: Identifier;
					connector: Identifier;
				};
			};
			requestBody?: {
				content: {
					"application/x-www-form-urlencoded": string;
				};
			};
			responses: {
				200: { content: { "application/json": RedirectResponse; } };
			};
		};
	};
	"/payments/{payment_id}/{merchant_id}/redirect/response/{connector}": {
		/** Send a customer back to the shop */
		get: {
			parameters: {
				query?: {
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					payment_id: Identifier;
					merchant_id: Identifier;
					connector: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RedirectResponse; } };
			};
		};
		/** Send a customer back to the shop */
		post: {
			parameters: {
				query?: {
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					payment_id: Identifier;
					merchant_id: Identifier;
					connector: Identifier;
				};
			};
			requestBody?: {
				content: {
					"application/x-www-form-urlencoded": string;
				};
			};
			responses: {
				200: { content: { "application/json": RedirectResponse; } };
			};
		};
	};
	"/payments/{payment_id}/3ds/authentication": {
		/** Authenticate the customer of a payment */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": AuthenticatePaymentRequest; } };
			responses: {
				200: { content: { "application/json": AuthenticatePaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/approve": {
		/** Go on with a payment that was held for its risk */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody?: { content: { "application/json": CapturePaymentRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/calculate_tax": {
		/** Calculate the tax of an order that is to be paid */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": CalculateTaxRequest; } };
			responses: {
				200: {
					content: {
						"application/json": {
							/** The amount to show, as text in the major unit. */
							display_amount: {
								/** The whole amount with tax, shipping and surcharge, in minor units. */
								net_amount: string;
								/** The tax of the order, in minor units. */
								order_tax_amount: string | null;
								/** The cost of shipping, in minor units. */
								shipping_cost: string | null;
							};
							/** The whole amount with tax, shipping and surcharge, in minor units. */
							net_amount: number;
							/** The tax of the order, in minor units. */
							order_tax_amount: number | null;
							/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
							payment_id: string;
							/** The cost of shipping, in minor units. */
							shipping_cost: number | null;
						};
					};
				};
			};
		};
	};
	"/payments/{payment_id}/cancel": {
		/** Cancel a payment */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody?: { content: { "application/json": CancelPaymentRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/cancel_post_capture": {
		/** Retrieve the outcome of the cancellation of a captured payment */
		get: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
		/** Cancel a captured payment before it is settled */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody?: {
				content: {
					"application/json": {
						/** Why it is cancelled, in words of the caller. */
						cancellation_reason?: string | null;
					};
				};
			};
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/capture": {
		/** Capture a payment */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody?: { content: { "application/json": CapturePaymentRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/client": {
		/** List the payment methods for a payment, and those that its customer has saved */
		get: {
			parameters: {
				query?: {
					/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
					client_secret?: string | null;
					/** Countries that are accepted, or that are not, as two letters of ISO 3166-1. */
					accepted_countries?: string | null;
					/** Currencies that are accepted, or that are not, as three letters of ISO 4217. */
					accepted_currencies?: string | null;
					/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
					amount?: (number | string) | null;
					/** Whether it can be charged again without the customer. */
					recurring_enabled?: (boolean | "true" | "false") | null;
					/** Whether payment in installments is possible. */
					installment_payment_enabled?: (boolean | "true" | "false") | null;
					card_networks?: string | null;
					/** How many entries a page has at most. */
					limit?: (number | string) | null;
				};
				path: {
					payment_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": ClientListResponse; } };
			};
		};
	};
	"/payments/{payment_id}/complete_authorize": {
		/** Go on with a payment whose customer has acted */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": CompleteAuthorizeRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/confirm": {
		/** Confirm a payment */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": PaymentRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/eligibility": {
		/** Check the eligibility of a payment method, with its surcharge */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": EligibilityRequest; } };
			responses: {
				200: { content: { "application/json": EligibilityResponse; } };
			};
		};
	};
	"/payments/{payment_id}/eligibility_check": {
		/** Check the eligibility of a payment method */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": EligibilityRequest; } };
			responses: {
				200: { content: { "application/json": EligibilityCheckResponse; } };
			};
		};
	};
	"/payments/{payment_id}/extend_authorization": {
		/** Extend the authorization of a payment */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody?: { content: { "application/json": Record<string, unknown>; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/extended_card_info": {
		/** Retrieve the card of a payment, encrypted for the merchant's key */
		get: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							/** JSON Web Encryption in its compact form, RSA-OAEP-256 and A256GCM. */
							payload: string;
						};
					};
				};
			};
		};
	};
	"/payments/{payment_id}/incremental_authorization": {
		/** Reserve more for an authorized payment */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": IncrementalAuthorizationRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/manual-status-update": {
		/** Decide a payment whose capture failed after all */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": ManualStatusUpdateRequest; } };
			responses: {
				200: {
					content: {
						"application/json": {
							/** The attempt: the identifier of its object and a number. */
							attempt_id: string;
							/** How things stand with the attempt. */
							attempt_status: AttemptStatus;
							/** The status of the payment. */
							intent_status: PaymentStatus;
							/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
							payment_id: string;
						};
					};
				};
			};
		};
	};
	"/payments/{payment_id}/manual-update": {
		/** Decide a payment by hand */
		put: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": ManualUpdatePaymentRequest; } };
			responses: {
				200: {
					content: {
						"application/json": {
							/** The attempt: the identifier of its object and a number. */
							attempt_id: string;
							/** How things stand with the attempt. */
							attempt_status: AttemptStatus;
							/** The connector's own identifier of the payment. */
							connector_transaction_id: string | null;
							/** Why it failed, as a code of the connector. */
							error_code: string | null;
							/** Why it failed, in words of the connector. */
							error_message: string | null;
							merchant_id: string;
							/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
							payment_id: string;
						};
					};
				};
			};
		};
	};
	"/payments/{payment_id}/post_session_tokens": {
		/** Make the order that a customer approves in the wallet's window */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": PostSessionTokensRequest; } };
			responses: {
				200: {
					content: {
						"application/json": {
							/** What the customer has to do next, such as visiting a page. */
							next_action: {
								/** What the software of the wallet does next. */
								next_action_data: {
									/** What the customer has to do next, such as visiting a page. */
									next_action: "confirm";
									/** The order, as the connector knows it. */
									order_id: string;
								};
								/** What kind of thing it is. */
								type: "invoke_sdk_client";
							};
							/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
							payment_id: string;
							/** How things stand with it. */
							status: PaymentStatus;
						};
					};
				};
			};
		};
	};
	"/payments/{payment_id}/reject": {
		/** Give up a payment that was held for its risk */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody?: { content: { "application/json": CancelPaymentRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/{payment_id}/routing": {
		/** Show the routing of a payment */
		get: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": PaymentRouting; } };
			};
		};
	};
	"/payments/{payment_id}/update_metadata": {
		/** Change the metadata of a payment */
		post: {
			parameters: {
				path: {
					payment_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateMetadataRequest; } };
			responses: {
				200: {
					content: {
						"application/json": {
							/** What single payment methods need beside the rest. */
							feature_metadata: FeatureMetadata | null;
							/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
							metadata: JsonObject | null;
							/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
							payment_id: string;
							/** How things stand with it. */
							status: PaymentStatus;
						};
					};
				};
			};
		};
	};
	"/payments/aggregate": {
		/** Count payments by their status */
		get: {
			parameters: {
				query: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							/** How many payments there are in each status. */
							status_with_count: {
								[key: string]: number;
							};
						};
					};
				};
			};
		};
	};
	"/payments/filter": {
		/** List the values that the payments of a time can be filtered by */
		post: {
			requestBody: { content: { "application/json": TimeRange; } };
			responses: {
				200: { content: { "application/json": PaymentFilterValues; } };
			};
		};
	};
	"/payments/list": {
		/** List payments, newest first */
		get: {
			parameters: {
				query?: {
					/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
					customer_id?: Identifier;
					/** An entry: it and entries created after it are listed. */
					starting_after?: Identifier;
					/** An entry: it and entries created before it are listed. */
					ending_before?: Identifier;
					/** How many entries a page has at most. */
					limit?: number | string;
					/** When it was created, ISO 8601 in UTC. */
					created?: Timestamp;
					/** Only those created before this time. */
					"created.lt"?: Timestamp;
					/** Only those created after this time. */
					"created.gt"?: Timestamp;
					/** Only those created at this time or earlier. */
					"created.lte"?: Timestamp;
					/** Only those created at this time or later. */
					"created.gte"?: Timestamp;
					/** Only those created before this time. */
					created_lt?: Timestamp;
					/** Only those created after this time. */
					created_gt?: Timestamp;
					/** Only those created at this time or earlier. */
					created_lte?: Timestamp;
					/** Only those created at this time or later. */
					created_gte?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": ListPaymentsResponse; } };
			};
		};
		/** List the payments that are meant, with how many there are */
		post: {
			requestBody: { content: { "application/json": FilterPaymentsRequest; } };
			responses: {
				200: { content: { "application/json": FilterPaymentsResponse; } };
			};
		};
	};
	"/payments/profile/aggregate": {
		/** Count the payments of the profile that the request names by their status */
		get: {
			parameters: {
				query: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							/** How many payments there are in each status. */
							status_with_count: {
								[key: string]: number;
							};
						};
					};
				};
			};
		};
	};
	"/payments/profile/list": {
		/** List the payments of the profile that the request names, newest first */
		get: {
			parameters: {
				query?: {
					/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
					customer_id?: Identifier;
					/** An entry: it and entries created after it are listed. */
					starting_after?: Identifier;
					/** An entry: it and entries created before it are listed. */
					ending_before?: Identifier;
					/** How many entries a page has at most. */
					limit?: number | string;
					/** When it was created, ISO 8601 in UTC. */
					created?: Timestamp;
					/** Only those created before this time. */
					"created.lt"?: Timestamp;
					/** Only those created after this time. */
					"created.gt"?: Timestamp;
					/** Only those created at this time or earlier. */
					"created.lte"?: Timestamp;
					/** Only those created at this time or later. */
					"created.gte"?: Timestamp;
					/** Only those created before this time. */
					created_lt?: Timestamp;
					/** Only those created after this time. */
					created_gt?: Timestamp;
					/** Only those created at this time or earlier. */
					created_lte?: Timestamp;
					/** Only those created at this time or later. */
					created_gte?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": ListPaymentsResponse; } };
			};
		};
		/** List the payments that are meant, of the profile that the request names */
		post: {
			requestBody: { content: { "application/json": FilterPaymentsRequest; } };
			responses: {
				200: { content: { "application/json": FilterPaymentsResponse; } };
			};
		};
	};
	"/payments/redirect/{payment_id}/{merchant_id}/{attempt_id}": {
		/** Send a customer on to the processor's page */
		get: {
			parameters: {
				query?: {
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					payment_id: Identifier;
					merchant_id: Identifier;
					attempt_id: string;
				};
			};
			responses: {
				200: { content: { "text/html": string; } };
			};
		};
	};
	"/payments/session_tokens": {
		/** Retrieve the session data of a customer's wallets */
		post: {
			requestBody: { content: { "application/json": SessionTokensRequest; } };
			responses: {
				200: {
					content: {
						"application/json": {
							/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
							client_secret: string;
							/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
							payment_id: string;
							session_token: SessionToken[];
							/** The vault outside of the switch that the form sends cards to. */
							vault_details: null;
						};
					};
				};
			};
		};
	};
	"/payments/sync": {
		/** Retrieve a payment, with the options in the body */
		post: {
			requestBody: { content: { "application/json": SyncPaymentRequest; } };
			responses: {
				200: { content: { "application/json": PaymentResponse; } };
			};
		};
	};
	"/payments/v2/filter": {
		/** List the accounts and values that payments can be filtered by */
		get: {
			parameters: {
				query?: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": PaymentFilters; } };
			};
		};
	};
	"/payments/v2/profile/filter": {
		/** List the accounts and values that payments of the named profile can be filtered by */
		get: {
			parameters: {
				query?: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": PaymentFilters; } };
			};
		};
	};
	"/payout_link/{merchant_id}/{payout_id}": {
		/** Show the page on which a payee states where a payout goes */
		get: {
			parameters: {
				query?: {
					/** The language for texts, such as `en` or `de`. */
					locale?: string;
					/** Where the list goes on: the token that the page before answered. */
					page_token?: string;
				};
				path: {
					merchant_id: Identifier;
					payout_id: Identifier;
				};
			};
			responses: {
				200: { content: { "text/html": string; } };
			};
		};
	};
	"/payouts/{payout_id}": {
		/** Retrieve a payout */
		get: {
			parameters: {
				query?: {
					/** Whether to ask the connector how things stand before answering. */
					force_sync?: boolean | "true" | "false";
					/** Whether to answer with every attempt. */
					expand_attempts?: boolean | "true" | "false";
					merchant_id?: Identifier;
				};
				path: {
					payout_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": PayoutResponse; } };
			};
		};
		/** Change a payout before it is made */
		put: {
			parameters: {
				path: {
					payout_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": PayoutRequest; } };
			responses: {
				200: { content: { "application/json": PayoutResponse; } };
			};
		};
		/** Change a payout before it is made, by POST */
		post: {
			parameters: {
				path: {
					payout_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": PayoutRequest; } };
			responses: {
				200: { content: { "application/json": PayoutResponse; } };
			};
		};
	};
	"/payouts/{payout_id}/cancel": {
		/** Give a payout up */
		post: {
			parameters: {
				path: {
					payout_id: Identifier;
				};
			};
			requestBody?: {
				content: {
					"application/json": {
						/** The payout: its merchant may choose the identifier, else it begins with `payout_`. */
						payout_id?: string | null;
					};
				};
			};
			responses: {
				200: { content: { "application/json": PayoutResponse; } };
			};
		};
	};
	"/payouts/{payout_id}/confirm": {
		/** Confirm a payout */
		post: {
			parameters: {
				path: {
					payout_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": PayoutRequest; } };
			responses: {
				200: { content: { "application/json": PayoutResponse; } };
			};
		};
	};
	"/payouts/{payout_id}/fulfill": {
		/** Have a payout paid */
		post: {
			parameters: {
				path: {
					payout_id: Identifier;
				};
			};
			requestBody?: {
				content: {
					"application/json": {
						/** The payout: its merchant may choose the identifier, else it begins with `payout_`. */
						payout_id?: string | null;
					};
				};
			};
			responses: {
				200: { content: { "application/json": PayoutResponse; } };
			};
		};
	};
	"/payouts/{payout_id}/manual-update": {
		/** Set the outcome of a payout whose processor reports none */
		put: {
			parameters: {
				path: {
					payout_id: Identifier;
				};
			};
			requestBody: {
				content: {
					"application/json": {
						/** The connector's own identifier of the payout. */
						connector_payout_id?: string | null;
						/** Why it failed, as a code of the connector. */
						error_code?: string | null;
						/** Why it failed, in words of the connector. */
						error_message?: string | null;
						merchant_id: Identifier;
						/** The attempt that is meant. */
						payout_attempt_id?: string | null;
						/** How things stand with it. */
						status?: ("success" | "failed" | "cancelled" | "initiated" | "expired" | "reversed" | (string & {})) | null;
					};
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							/** The connector's own identifier of the payout. */
							connector_payout_id: string | null;
							/** Why it failed, as a code of the connector. */
							error_code: string | null;
							/** Why it failed, in words of the connector. */
							error_message: string | null;
							merchant_id: string;
							/** The attempt that is meant. */
							payout_attempt_id: string;
							/** The payout: its merchant may choose the identifier, else it begins with `payout_`. */
							payout_id: string;
							/** How things stand with it. */
							status: PayoutStatus;
						};
					};
				};
			};
		};
	};
	"/payouts/aggregate": {
		/** Count payouts by their status */
		get: {
			parameters: {
				query: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							/** How many payouts there are in each status. */
							status_with_count: {
								[key: string]: number;
							};
						};
					};
				};
			};
		};
	};
	"/payouts/create": {
		/** Create a payout */
		post: {
			requestBody: { content: { "application/json": CreatePayoutRequest; } };
			responses: {
				200: { content: { "application/json": PayoutResponse; } };
			};
		};
	};
	"/payouts/filter": {
		/** List the values that the payouts of a time can be filtered by */
		post: {
			requestBody: { content: { "application/json": TimeRange; } };
			responses: {
				200: { content: { "application/json": PayoutFilterValues; } };
			};
		};
	};
	"/payouts/list": {
		/** List payouts, newest first */
		get: {
			parameters: {
				query?: {
					/** The recipient, as a customer of the merchant. */
					customer_id?: Identifier;
					/** An entry: it and entries created after it are listed. */
					starting_after?: Identifier;
					/** An entry: it and entries created before it are listed. */
					ending_before?: Identifier;
					/** How many entries a page has at most. */
					limit?: number | string;
					/** When it was created, ISO 8601 in UTC. */
					created?: Timestamp;
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": ListPayoutsResponse; } };
			};
		};
		/** List the payouts that are meant, with how many there are */
		post: {
			requestBody: { content: { "application/json": FilterPayoutsRequest; } };
			responses: {
				200: { content: { "application/json": ListPayoutsResponse; } };
			};
		};
	};
	"/payouts/profile/aggregate": {
		/** Count the payouts of the profile that the request names by their status */
		get: {
			parameters: {
				query: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							/** How many payouts there are in each status. */
							status_with_count: {
								[key: string]: number;
							};
						};
					};
				};
			};
		};
	};
	"/payouts/profile/filter": {
		/** List the values that the payouts of the named profile can be filtered by */
		post: {
			requestBody: { content: { "application/json": TimeRange; } };
			responses: {
				200: { content: { "application/json": PayoutFilterValues; } };
			};
		};
	};
	"/payouts/profile/list": {
		/** List the payouts of the profile that the request names, newest first */
		get: {
			parameters: {
				query?: {
					/** The recipient, as a customer of the merchant. */
					customer_id?: Identifier;
					/** An entry: it and entries created after it are listed. */
					starting_after?: Identifier;
					/** An entry: it and entries created before it are listed. */
					ending_before?: Identifier;
					/** How many entries a page has at most. */
					limit?: number | string;
					/** When it was created, ISO 8601 in UTC. */
					created?: Timestamp;
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": ListPayoutsResponse; } };
			};
		};
		/** List the payouts that are meant, of the profile that the request names */
		post: {
			requestBody: { content: { "application/json": FilterPayoutsRequest; } };
			responses: {
				200: { content: { "application/json": ListPayoutsResponse; } };
			};
		};
	};
	"/payouts/v2/filter": {
		/** List the accounts and values that payouts can be filtered by */
		get: {
			parameters: {
				query?: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": PayoutFilters; } };
			};
		};
	};
	"/payouts/v2/profile/filter": {
		/** List the accounts and values that payouts of the named profile can be filtered by */
		get: {
			parameters: {
				query?: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": PayoutFilters; } };
			};
		};
	};
	"/poll/status/{poll_id}": {
		/** Retrieve the state of the decision that a customer waits for */
		get: {
			parameters: {
				query?: {
					/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
					client_secret?: string;
				};
				path: {
					poll_id: string;
				};
			};
			responses: {
				200: { content: { "application/json": PollResponse; } };
			};
		};
	};
	"/profile_acquirer": {
		/** Create the data of a profile at an acquirer */
		post: {
			requestBody: { content: { "application/json": CreateProfileAcquirerRequest; } };
			responses: {
				200: { content: { "application/json": ProfileAcquirerResponse; } };
			};
		};
	};
	"/profile_acquirer/{profile_id}/{profile_acquirer_id}": {
		/** Update the data of a profile at an acquirer */
		post: {
			parameters: {
				path: {
					profile_id: Identifier;
					profile_acquirer_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateProfileAcquirerRequest; } };
			responses: {
				200: { content: { "application/json": ProfileAcquirerResponse; } };
			};
		};
	};
	"/refunds": {
		/** Create a refund */
		post: {
			requestBody: { content: { "application/json": CreateRefundRequest; } };
			responses: {
				200: { content: { "application/json": RefundInPayment; } };
			};
		};
	};
	"/refunds/{refund_id}": {
		/** Retrieve a refund */
		get: {
			parameters: {
				query?: {
					/** Whether to ask the connector how things stand before answering. */
					force_sync?: boolean | "true" | "false";
					/** Whether to answer with everything that the connector sent, in `whole_connector_response`. */
					all_keys_required?: boolean | "true" | "false";
				};
				path: {
					refund_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RefundInPayment; } };
			};
		};
		/** Update a refund */
		post: {
			parameters: {
				path: {
					refund_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateRefundRequest; } };
			responses: {
				200: { content: { "application/json": RefundInPayment; } };
			};
		};
	};
	"/refunds/{refund_id}/manual-update": {
		/** Decide a refund by hand */
		put: {
			parameters: {
				path: {
					refund_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": ManualUpdateRefundRequest; } };
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
	};
	"/refunds/aggregate": {
		/** Count refunds by their status */
		get: {
			parameters: {
				query: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							/** How many refunds there are in each status. */
							status_with_count: {
								[key: string]: number;
							};
						};
					};
				};
			};
		};
	};
	"/refunds/filter": {
		/** List the values that the refunds of a time can be filtered by */
		post: {
			requestBody: { content: { "application/json": TimeRange; } };
			responses: {
				200: { content: { "application/json": RefundFilterValues; } };
			};
		};
	};
	"/refunds/list": {
		/** List refunds, the last changed first */
		post: {
			requestBody: { content: { "application/json": ListRefundsRequest; } };
			responses: {
				200: { content: { "application/json": ListRefundsResponse; } };
			};
		};
	};
	"/refunds/profile/aggregate": {
		/** Count the refunds of the profile that the request names by their status */
		get: {
			parameters: {
				query: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: {
					content: {
						"application/json": {
							/** How many refunds there are in each status. */
							status_with_count: {
								[key: string]: number;
							};
						};
					};
				};
			};
		};
	};
	"/refunds/profile/list": {
		/** List the refunds of the profile that the request names, the last changed first */
		post: {
			requestBody: { content: { "application/json": ListRefundsRequest; } };
			responses: {
				200: { content: { "application/json": ListRefundsResponse; } };
			};
		};
	};
	"/refunds/sync": {
		/** Retrieve a refund, with the options in the body */
		post: {
			requestBody: { content: { "application/json": SyncRefundRequest; } };
			responses: {
				200: { content: { "application/json": RefundInPayment; } };
			};
		};
	};
	"/refunds/v2/filter": {
		/** List the accounts and values that refunds can be filtered by */
		get: {
			parameters: {
				query?: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": RefundFilters; } };
			};
		};
	};
	"/refunds/v2/profile/filter": {
		/** List the accounts and values that refunds of the named profile can be filtered by */
		get: {
			parameters: {
				query?: {
					/** The beginning of the time in which it came about, ISO 8601. */
					start_time?: Timestamp;
					/** The end of the time in which it came about, ISO 8601. */
					end_time?: Timestamp;
				};
			};
			responses: {
				200: { content: { "application/json": RefundFilters; } };
			};
		};
	};
	"/relay": {
		/** Relay a request about a transaction that was not made here to its processor */
		post: {
			requestBody: { content: { "application/json": RelayRequest; } };
			responses: {
				200: { content: { "application/json": RelayResponse; } };
			};
		};
	};
	"/relay/{relay_id}": {
		/** Retrieve the outcome of a relayed request */
		get: {
			parameters: {
				query?: {
					/** Whether to ask the connector how things stand before answering. */
					force_sync?: boolean | "true" | "false";
				};
				path: {
					relay_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": RelayResponse; } };
			};
		};
	};
	"/routing": {
		/** List the routing algorithms, latest first */
		get: {
			parameters: {
				query?: {
					/** How many are asked about. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					offset?: number | string;
					/** The profile, one of the merchant's shops: it begins with `pro_`. */
					profile_id?: Identifier;
					/** Whether it is about payments or payouts. */
					transaction_type?: AlgorithmFor;
				};
			};
			responses: {
				200: { content: { "application/json": RoutingRecord[]; } };
			};
		};
		/** Create a routing algorithm */
		post: {
			requestBody: { content: { "application/json": CreateRoutingRequest; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/routing/{routing_algorithm_id}": {
		/** Retrieve a routing algorithm */
		get: {
			parameters: {
				path: {
					routing_algorithm_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": MerchantRoutingAlgorithm; } };
			};
		};
	};
	"/routing/{routing_algorithm_id}/activate": {
		/** Let a profile route its payments by an algorithm */
		post: {
			parameters: {
				path: {
					routing_algorithm_id: Identifier;
				};
			};
			requestBody?: { content: { "application/json": ActivateRoutingRequest; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/routing/{routing_algorithm_id}/simulate": {
		/** Show the latest payments that an algorithm would have routed to another account */
		post: {
			parameters: {
				path: {
					routing_algorithm_id: Identifier;
				};
			};
			requestBody?: { content: { "application/json": SimulateRoutingRequest; } };
			responses: {
				200: { content: { "application/json": SimulatedRouting; } };
			};
		};
	};
	"/routing/active": {
		/** Show the routing algorithms of profiles */
		get: {
			parameters: {
				query?: {
					/** The profile, one of the merchant's shops: it begins with `pro_`. */
					profile_id?: Identifier;
					/** Whether it is about payments or payouts. */
					transaction_type?: AlgorithmFor;
				};
			};
			responses: {
				200: { content: { "application/json": RoutingRecord[]; } };
			};
		};
	};
	"/routing/deactivate": {
		/** Let a profile route its payments by its fallback list alone */
		post: {
			requestBody?: { content: { "application/json": DeactivateRoutingRequest; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/routing/decision": {
		/** Show the program that decides about 3-D Secure */
		get: {
			responses: {
				200: { content: { "application/json": DecisionRecord; } };
			};
		};
		/** Save the program that decides about 3-D Secure */
		put: {
			requestBody: { content: { "application/json": SaveDecisionRequest; } };
			responses: {
				200: { content: { "application/json": DecisionRecord; } };
			};
		};
		/** Take away the program that decides about 3-D Secure */
		delete: {
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
	};
	"/routing/decision/surcharge": {
		/** Show the program that decides about surcharges */
		get: {
			responses: {
				200: { content: { "application/json": SurchargeRecord; } };
			};
		};
		/** Save the program that decides about surcharges */
		put: {
			requestBody: { content: { "application/json": SaveSurchargeRequest; } };
			responses: {
				200: { content: { "application/json": SurchargeRecord; } };
			};
		};
		/** Take away the program that decides about surcharges */
		delete: {
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
	};
	"/routing/default": {
		/** Show the order of a merchant's connector accounts */
		get: {
			responses: {
				200: { content: { "application/json": FallbackList; } };
			};
		};
		/** Change the order of a merchant's connector accounts */
		post: {
			requestBody: { content: { "application/json": FallbackList; } };
			responses: {
				200: { content: { "application/json": FallbackList; } };
			};
		};
	};
	"/routing/default/profile": {
		/** Show the order of the connector accounts of the caller's profile, or of the merchant */
		get: {
			responses: {
				200: { content: { "application/json": FallbackList; } };
			};
		};
	};
	"/routing/default/profile/{profile_id}": {
		/** Change the order of a profile's connector accounts */
		post: {
			parameters: {
				path: {
					profile_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": FallbackList; } };
			responses: {
				200: { content: { "application/json": ProfileFallback; } };
			};
		};
	};
	"/routing/evaluate": {
		/** Retrieve the account that learned routing would try first */
		post: {
			requestBody: { content: { "application/json": DecideGatewayRequest; } };
			responses: {
				200: { content: { "application/json": DecidedGateway; } };
			};
		};
	};
	"/routing/feedback": {
		/** Report the outcome of a payment, for learned routing */
		post: {
			requestBody: { content: { "application/json": FeedbackRequest; } };
			responses: {
				200: {
					content: {
						"application/json": {
							/** The same in words for people. */
							message: string;
						};
					};
				};
			};
		};
	};
	"/routing/list/profile": {
		/** List the same for the profile that the caller acts for */
		get: {
			parameters: {
				query?: {
					/** How many are asked about. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					offset?: number | string;
					/** The profile, one of the merchant's shops: it begins with `pro_`. */
					profile_id?: Identifier;
					/** Whether it is about payments or payouts. */
					transaction_type?: AlgorithmFor;
				};
			};
			responses: {
				200: { content: { "application/json": RoutingRecord[]; } };
			};
		};
	};
	"/routing/payouts": {
		/** List the routing algorithms for payouts, latest first */
		get: {
			parameters: {
				query?: {
					/** How many are asked about. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					offset?: number | string;
					/** The profile, one of the merchant's shops: it begins with `pro_`. */
					profile_id?: Identifier;
					/** Whether it is about payments or payouts. */
					transaction_type?: AlgorithmFor;
				};
			};
			responses: {
				200: { content: { "application/json": RoutingRecord[]; } };
			};
		};
		/** Create a routing algorithm for payouts */
		post: {
			requestBody: { content: { "application/json": CreateRoutingRequest; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/routing/payouts/{routing_algorithm_id}/activate": {
		/** Let a profile route its payouts by an algorithm */
		post: {
			parameters: {
				path: {
					routing_algorithm_id: Identifier;
				};
			};
			requestBody?: { content: { "application/json": ActivateRoutingRequest; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/routing/payouts/active": {
		/** Show the routing algorithms of profiles for payouts */
		get: {
			parameters: {
				query?: {
					/** The profile, one of the merchant's shops: it begins with `pro_`. */
					profile_id?: Identifier;
					/** Whether it is about payments or payouts. */
					transaction_type?: AlgorithmFor;
				};
			};
			responses: {
				200: { content: { "application/json": RoutingRecord[]; } };
			};
		};
	};
	"/routing/payouts/deactivate": {
		/** Let a profile route its payouts by its fallback list alone */
		post: {
			requestBody?: { content: { "application/json": DeactivateRoutingRequest; } };
			responses: {
				200: { content: { "application/json": RoutingRecord; } };
			};
		};
	};
	"/routing/payouts/default": {
		/** Show the order of a merchant's accounts for payouts */
		get: {
			responses: {
				200: { content: { "application/json": FallbackList; } };
			};
		};
		/** Change the order of a merchant's accounts for payouts */
		post: {
			requestBody: { content: { "application/json": FallbackList; } };
			responses: {
				200: { content: { "application/json": FallbackList; } };
			};
		};
	};
	"/routing/payouts/default/profile": {
		/** Show the order of every profile's accounts for payouts */
		get: {
			responses: {
				200: { content: { "application/json": ProfileFallback[]; } };
			};
		};
	};
	"/routing/payouts/default/profile/{profile_id}": {
		/** Change the order of a profile's accounts for payouts */
		post: {
			parameters: {
				path: {
					profile_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": FallbackList; } };
			responses: {
				200: { content: { "application/json": ProfileFallback; } };
			};
		};
	};
	"/routing/payouts/list/profile": {
		/** List the same for the profile that the caller acts for */
		get: {
			parameters: {
				query?: {
					/** How many are asked about. */
					limit?: number | string;
					/** How many entries are skipped before the first of the page. */
					offset?: number | string;
					/** The profile, one of the merchant's shops: it begins with `pro_`. */
					profile_id?: Identifier;
					/** Whether it is about payments or payouts. */
					transaction_type?: AlgorithmFor;
				};
			};
			responses: {
				200: { content: { "application/json": RoutingRecord[]; } };
			};
		};
	};
	"/routing/rule/evaluate": {
		/** Preview the routing of a payment */
		post: {
			requestBody: { content: { "application/json": EvaluateRoutingRequest; } };
			responses: {
				200: { content: { "application/json": EvaluatedRouting; } };
			};
		};
	};
	"/three_ds_decision/execute": {
		/** Ask an algorithm how to authenticate the customer of a payment */
		post: {
			requestBody: { content: { "application/json": ExecuteDecisionRequest; } };
			responses: {
				200: { content: { "application/json": ExecuteDecisionResponse; } };
			};
		};
	};
	"/v1/sdk/configs/{platform}/sdk_config.json": {
		/** Retrieve the configuration of an SDK for a payment */
		get: {
			parameters: {
				query?: {
					/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
					client_secret?: string | null;
				};
				path: {
					platform: "web" | "ios" | "android" | (string & {});
				};
			};
			responses: {
				200: { content: { "application/json": SdkConfigResponse; } };
			};
		};
	};
	"/webhook_endpoints/{merchant_id}": {
		/** List the endpoints that get webhooks */
		get: {
			parameters: {
				path: {
					merchant_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": WebhookEndpointListResponse; } };
			};
		};
		/** Add an endpoint that gets webhooks */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": CreateWebhookEndpointRequest; } };
			responses: {
				200: { content: { "application/json": WebhookEndpointResponse; } };
			};
		};
	};
	"/webhook_endpoints/{merchant_id}/{endpoint_id}": {
		/** Retrieve an endpoint that gets webhooks */
		get: {
			parameters: {
				path: {
					merchant_id: Identifier;
					endpoint_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": WebhookEndpointResponse; } };
			};
		};
		/** Change an endpoint that gets webhooks */
		put: {
			parameters: {
				path: {
					merchant_id: Identifier;
					endpoint_id: Identifier;
				};
			};
			requestBody: { content: { "application/json": UpdateWebhookEndpointRequest; } };
			responses: {
				200: { content: { "application/json": WebhookEndpointResponse; } };
			};
		};
		/** Delete an endpoint that gets webhooks */
		delete: {
			parameters: {
				path: {
					merchant_id: Identifier;
					endpoint_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": DeleteWebhookEndpointResponse; } };
			};
		};
	};
	"/webhook_endpoints/{merchant_id}/{endpoint_id}/test": {
		/** Send a test event to an endpoint, now */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
					endpoint_id: Identifier;
				};
			};
			responses: {
				200: { content: { "application/json": TestWebhookEndpointResponse; } };
			};
		};
	};
	"/webhooks/{merchant_id}/{connector}": {
		/** Check an address for webhooks */
		get: {
			parameters: {
				path: {
					merchant_id: Identifier;
					connector: Identifier;
				};
			};
			responses: {
				200: { content: { "text/plain": string; } };
			};
		};
		/** Receive a webhook that a processor sends by PUT */
		put: {
			parameters: {
				path: {
					merchant_id: Identifier;
					connector: Identifier;
				};
			};
			requestBody: { content: { "text/plain": string; } };
			responses: {
				200: { content: { "application/json": Record<string, unknown>; } };
			};
		};
		/** Receive a webhook from a processor */
		post: {
			parameters: {
				path: {
					merchant_id: Identifier;
					connector: Identifier;
				};
			};
			requestBody: { content: { "text/plain": string; } };
			responses: {
				200: { content: { "application/json": Record<string, unknown>; } };
			};
		};
	};
}

export interface webhooks {
	"disputes": {
		/** Report a change in a merchant’s disputes */
		post: {
			requestBody: {
				content: {
					"application/json": {
						/** The object that the event is about. */
						content: {
							/** The object as it was when the event was made. */
							object: DisputeResponse;
							/** What kind of object it is. */
							type: "dispute_details";
						};
						/** The event: `evt_` and a UUID without dashes. */
						event_id: string;
						/** - `dispute_opened`: The customer's bank disputes a payment, inquires about it (`dispute_stage` is `pre_dispute`) or takes the dispute to its next stage. */
						event_type: "dispute_opened" | "dispute_expired" | "dispute_accepted" | "dispute_cancelled" | "dispute_challenged" | "dispute_won" | "dispute_lost" | (string & {});
						/** The merchant account that the object belongs to. */
						merchant_id: string;
						/** The merchant account that processed it: the same as `merchant_id`. */
						processor_merchant_id?: string;
						/** When it happened, ISO 8601 in UTC. */
						timestamp: string;
					};
				};
			};
			responses: {
				"2XX": {
					content: never;
				};
			};
		};
	};
	"mandates": {
		/** Report a change in a merchant’s mandates */
		post: {
			requestBody: {
				content: {
					"application/json": {
						/** The object that the event is about. */
						content: {
							/** The object as it was when the event was made. */
							object: MandateResponse;
							/** What kind of object it is. */
							type: "mandate_details";
						};
						/** The event: `evt_` and a UUID without dashes. */
						event_id: string;
						/**
						 * - `mandate_active`: A customer gave a mandate, and it can be charged.
						 * - `mandate_revoked`: A mandate can no longer be charged: it was revoked, or it was for one payment and is used.
						 */
						event_type: "mandate_active" | "mandate_revoked" | (string & {});
						/** The merchant account that the object belongs to. */
						merchant_id: string;
						/** The merchant account that processed it: the same as `merchant_id`. */
						processor_merchant_id?: string;
						/** When it happened, ISO 8601 in UTC. */
						timestamp: string;
					};
				};
			};
			responses: {
				"2XX": {
					content: never;
				};
			};
		};
	};
	"payments": {
		/** Report a change in a merchant’s payments */
		post: {
			requestBody: {
				content: {
					"application/json": {
						/** The object that the event is about. */
						content: {
							/** The object as it was when the event was made. */
							object: PaymentResponse;
							/** What kind of object it is. */
							type: "payment_details";
						};
						/** The event: `evt_` and a UUID without dashes. */
						event_id: string;
						/** - `payment_created`: A payment was created. */
						event_type: "payment_created" | "payment_succeeded" | "payment_failed" | "payment_processing" | "payment_cancelled" | "payment_cancelled_post_capture" | "payment_authorized" | "payment_partially_authorized" | "payment_captured" | "payment_expired" | "action_required" | (string & {});
						/** The merchant account that the object belongs to. */
						merchant_id: string;
						/** The merchant account that processed it: the same as `merchant_id`. */
						processor_merchant_id?: string;
						/** When it happened, ISO 8601 in UTC. */
						timestamp: string;
					};
				};
			};
			responses: {
				"2XX": {
					content: never;
				};
			};
		};
	};
	"payouts": {
		/** Report a change in a merchant’s payouts */
		post: {
			requestBody: {
				content: {
					"application/json": {
						/** The object that the event is about. */
						content: {
							/** The object as it was when the event was made. */
							object: PayoutResponse;
							/** What kind of object it is. */
							type: "payout_details";
						};
						/** The event: `evt_` and a UUID without dashes. */
						event_id: string;
						/**
						 * - `payout_success`: The payout was paid: it is `success`.
						 * - `payout_failed`: The payout was not paid: it is `failed`.
						 */
						event_type: "payout_success" | "payout_failed" | "payout_initiated" | "payout_processing" | "payout_cancelled" | "payout_expired" | "payout_reversed" | (string & {});
						/** The merchant account that the object belongs to. */
						merchant_id: string;
						/** The merchant account that processed it: the same as `merchant_id`. */
						processor_merchant_id?: string;
						/** When it happened, ISO 8601 in UTC. */
						timestamp: string;
					};
				};
			};
			responses: {
				"2XX": {
					content: never;
				};
			};
		};
	};
	"refunds": {
		/** Report a change in a merchant’s refunds */
		post: {
			requestBody: {
				content: {
					"application/json": {
						/** The object that the event is about. */
						content: {
							/** The object as it was when the event was made. */
							object: RefundInPayment;
							/** What kind of object it is. */
							type: "refund_details";
						};
						/** The event: `evt_` and a UUID without dashes. */
						event_id: string;
						/**
						 * - `refund_succeeded`: The customer has been refunded.
						 * - `refund_failed`: The processor refused the refund, or could not make it.
						 */
						event_type: "refund_succeeded" | "refund_failed" | (string & {});
						/** The merchant account that the object belongs to. */
						merchant_id: string;
						/** The merchant account that processed it: the same as `merchant_id`. */
						processor_merchant_id?: string;
						/** When it happened, ISO 8601 in UTC. */
						timestamp: string;
					};
				};
			};
			responses: {
				"2XX": {
					content: never;
				};
			};
		};
	};
	"webhook_endpoints": {
		/** Report a change in a merchant’s webhook endpoints */
		post: {
			requestBody: {
				content: {
					"application/json": {
						/** The object that the event is about. */
						content: {
							/** The object as it was when the event was made. */
							object: DisabledWebhookEndpoint;
							/** What kind of object it is. */
							type: "webhook_endpoint_details";
						};
						/** The event: `evt_` and a UUID without dashes. */
						event_id: string;
						/** - `webhook_endpoint_disabled`: An endpoint took no event for five days and was switched off. */
						event_type: "webhook_endpoint_disabled";
						/** The merchant account that the object belongs to. */
						merchant_id: string;
						/** The merchant account that processed it: the same as `merchant_id`. */
						processor_merchant_id?: string;
						/** When it happened, ISO 8601 in UTC. */
						timestamp: string;
					};
				};
			};
			responses: {
				"2XX": {
					content: never;
				};
			};
		};
	};
}

export type AcceptedCurrencies = {
	/** How the list is meant: `enable_only` these, or `disable_only` these. */
	type: "all_accepted";
};
export type AccountsByConnector = {
	[key: string]: {
			/** A name for the connector account, unique within its profile. */
			connector_label: string;
			/** What the connector is for: payments, payouts, tax, authentication, fraud checks and so on. */
			connector_type: ConnectorType;
			/** The connector account: it begins with `mca_`. */
			merchant_connector_id: string;
		}[];
};
/** The acquirer of the later payment, for the bank. */
export type AcquirerDetails = {
	/** The acquirer's number with the card network. */
	acquirer_bin: string | null;
	/** The merchant’s number with the acquirer. */
	acquirer_merchant_id: string | null;
	merchant_country_code: string | null;
};
export type ActivateRoutingRequest = {
	/** Whether it is about payments or payouts. */
	transaction_type?: AlgorithmFor | null;
};
export type Address = {
	address?: AddressDetails | null;
	email?: Email | null;
	/** The phone number, without the country code. */
	phone?: PhoneDetails | null;
};
export type AddressDetails = {
	/** The city or town. */
	city?: string | null;
	/** The country, as two letters of ISO 3166-1. */
	country?: Country | null;
	first_name?: string | null;
	last_name?: string | null;
	/** The first line of the street address. */
	line1?: string | null;
	/** The second line of the street address. */
	line2?: string | null;
	/** The third line of the street address. */
	line3?: string | null;
	/** The postal code from which the goods are shipped. */
	origin_zip?: string | null;
	/** The state, province or region. */
	state?: string | null;
	zip?: string | null;
};
export type AddressDetailsResponse = {
	/** The city or town. */
	city: string | null;
	/** The country, as two letters of ISO 3166-1. */
	country: Country | null;
	first_name: string | null;
	last_name: string | null;
	/** The first line of the street address. */
	line1: string | null;
	/** The second line of the street address. */
	line2: string | null;
	/** The third line of the street address. */
	line3: string | null;
	/** The postal code from which the goods are shipped. */
	origin_zip: string | null;
	/** The state, province or region. */
	state: string | null;
	zip: string | null;
};
export type AlgorithmFor = "payment" | "payout" | "three_ds_authentication" | (string & {});
export type AmountFilter = {
	/** The largest amount, in minor units. */
	end_amount?: number | null;
	/** The least amount, in minor units. */
	start_amount?: number | null;
};
export type AmountMinor = number;
export type ApiKeyExpiration = "never" | Timestamp;
export type ApiKeyResponse = {
	/** When it was created, ISO 8601 in UTC. */
	created: string;
	/** What it is about, in words of the caller. */
	description: string | null;
	/** When the key ends, ISO 8601; or `never`. */
	expiration: string;
	/** The identifier of the key, which is not secret. */
	key_id: string;
	merchant_id: string;
	/** A name for the key, for people. */
	name: string;
	/** How the key begins, for people to tell keys apart. */
	prefix: string;
};
export type Appearance = {
	/** Where the labels of fields stand: above them, or only in the empty field and for screen readers. */
	labels?: ("above" | "hidden" | (string & {})) | null;
	/** The colour of the page. */
	theme?: ("light" | "dark" | "system" | (string & {})) | null;
	/** Colours, lengths and the font of the look. */
	variables?: ({
		/** The radius of corners, from `0px` to `24px`. */
		border_radius?: string | null;
		/** The width of borders, from `1px` to `4px`. */
		border_width?: string | null;
		/** The colour behind the page. */
		color_background?: string | null;
		/** The colour of borders. */
		color_border?: string | null;
		/** The colour of errors. */
		color_danger?: string | null;
		/** The colour inside fields. */
		color_field?: string | null;
		/** The colour of typed texts. */
		color_field_text?: string | null;
		/** The colour of the text in an empty field. */
		color_placeholder?: string | null;
		/** The colour of buttons, as `#` and 3 or 6 hexadecimal digits. */
		color_primary?: string | null;
		/** The colour of the text on buttons. */
		color_primary_text?: string | null;
		/** The colour of texts. */
		color_text?: string | null;
		/** The colour of labels and notes. */
		color_text_secondary?: string | null;
		/** The height of fields and buttons, from `44px` to `72px`. */
		field_height?: string | null;
		/** One of several lists of fonts that devices have. */
		font_family?: ("system" | "sans" | "humanist" | "geometric" | "rounded" | "serif" | "mono" | (string & {})) | null;
		/** The size of texts, from `16px` to `24px`. */
		font_size?: string | null;
		/** The unit of distances, from `2px` to `8px`. */
		spacing_unit?: string | null;
	}) | null;
};
export type ApplePay = {
	/** The encrypted data that Apple Pay gave. */
	payment_data: string | JsonObject;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: {
		/** The month in which the card expires, two digits. */
		card_exp_month?: string | null;
		/** The year in which the card expires, two or four digits. */
		card_exp_year?: string | null;
		/** The name to show. */
		display_name: string;
		network: string;
		/** What kind of thing it is. */
		type: string;
	};
	/** Apple Pay's own identifier. */
	transaction_identifier: string;
};
export type AttachEvidenceRequest = {
	/** The dispute: it begins with `dp_`. */
	dispute_id?: string;
	/** What the file proves. */
	evidence_type?: string;
	/** Format: binary */
	file?: string;
};
export type AttemptInPayment = {
	/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
	amount: number;
	/** The attempt: the identifier of its object and a number. */
	attempt_id: string;
	/** Whether the customer is authenticated by 3-D Secure: `three_ds` or `no_three_ds`. */
	authentication_type: AuthenticationType | null;
	/** Why it is cancelled, in words of the caller. */
	cancellation_reason: string | null;
	/** When the money is taken: `automatic` at once, `manual` by a later capture, `manual_multiple` by several, `scheduled` at a stated time. */
	capture_method: CaptureMethod | null;
	/** Which software of the client made the request. */
	client_source: string | null;
	/** The version of that software. */
	client_version: string | null;
	/** The connector, by its name, such as `stripe_test`. */
	connector: string | null;
	/** What single connectors need beside the rest, by connector. */
	connector_metadata: unknown;
	/** The connector's own identifier of the payment. */
	connector_transaction_id: string | null;
	/** When it was created, ISO 8601 in UTC. */
	created_at: Timestamp;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency | null;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed: in unified words, of the issuer and of the connector. */
	error_details: ErrorDetails | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** The mandate: it begins with `man_`. */
	mandate_id: string | null;
	/** When it last changed, ISO 8601 in UTC. */
	modified_at: Timestamp;
	/** The tax of the order, in minor units. */
	order_tax_amount: number | null;
	/** How the customer pays with it, such as by a redirect or in an app. */
	payment_experience: PaymentExperience | null;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType | null;
	/** What stands for a stored payment method for a few minutes, as a list of payment methods answers it. */
	payment_token: string | null;
	/** The connector's own reference. */
	reference_id: string | null;
	/** How things stand with it. */
	status: AttemptStatus;
	/** Why it failed, in a code that is the same for all connectors. */
	unified_code: string | null;
	/** Why it failed, in words that are the same for all connectors. */
	unified_message: string | null;
};
export type AttemptInPayout = {
	/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
	amount: number;
	/** The attempt: the identifier of its object and a number. */
	attempt_id: string;
	/** Why it is cancelled, in words of the caller. */
	cancellation_reason: string | null;
	/** The connector, by its name, such as `stripe_test`. */
	connector: string | null;
	/** The connector's own identifier of the payment. */
	connector_transaction_id: string | null;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency | null;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** What is paid to, by its family. */
	payment_method: PayoutType | null;
	/** What is paid to, within its family. */
	payout_method_type: PaymentMethodType | null;
	/** How things stand with it. */
	status: PayoutStatus;
	/** Why it failed, in a code that is the same for all connectors. */
	unified_code: string | null;
	/** Why it failed, in words that are the same for all connectors. */
	unified_message: string | null;
};
export type AttemptStatus = "started" | "authentication_failed" | "router_declined" | "authentication_pending" | "authentication_successful" | "authorized" | "authorization_failed" | "charged" | "authorizing" | "cod_initiated" | "voided" | "voided_post_charge" | "void_initiated" | "capture_initiated" | "capture_failed" | "void_failed" | "auto_refunded" | "partial_charged" | "partially_authorized" | "partial_charged_and_chargeable" | "unresolved" | "pending" | "failure" | "payment_method_awaited" | "confirmation_awaited" | "device_data_collection_pending" | "integrity_failure" | "expired" | "capture_review" | (string & {});
export type AuthenticatePaymentRequest = {
	/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
	client_secret?: string | null;
	/** Whether the customer uses a browser or an app. */
	device_channel: DeviceChannel;
	/** The app, where the customer uses one. */
	sdk_information?: SdkInformation | null;
	/** Whether the hidden frame of the issuer has finished: `Y`, `N` or `U`. */
	threeds_method_comp_ind: MethodCompletion;
};
export type AuthenticatePaymentResponse = {
	/** The reference number of the access control server. */
	acs_reference_number: string | null;
	/** What the access control server signed for the app. */
	acs_signed_content: string | null;
	/** The access control server's own identifier of the authentication. */
	acs_trans_id: string | null;
	/** The address at which the issuer challenges the customer. */
	acs_url: string | null;
	/** What is posted to the issuer for the challenge. */
	challenge_request: string | null;
	/** The name of the field that the challenge request is posted in. */
	challenge_request_key: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** The address of the app that customers come back to after 3-D Secure. */
	three_ds_requestor_app_url: string | null;
	/** The address of the shop that asks for 3-D Secure. */
	three_ds_requestor_url: string;
	/** The 3-D Secure server's own identifier of the authentication. */
	three_dsserver_trans_id: string | null;
	/** How the authentication went, as a letter of 3-D Secure. */
	trans_status: "Y" | "N" | "U" | "A" | "R" | "C" | "D" | "I" | (string & {});
};
/** How the customer is authenticated. */
export type AuthenticateRequest = {
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret?: string | null;
	/** Whether the customer uses a browser or an app. */
	device_channel: DeviceChannel;
	/** The app, where the customer uses one. */
	sdk_information?: SdkInformation | null;
	/** Whether the 3-D Secure method ran in the customer's browser. */
	threeds_method_comp_ind: MethodCompletion;
};
export type AuthenticateResponse = {
	acquirer_details: AcquirerDetails;
	/** The reference of the bank's server. */
	acs_reference_number: string | null;
	/** What the bank signed, for an app. */
	acs_signed_content: string | null;
	/** The bank's identifier of the authentication. */
	acs_trans_id: string | null;
	/** The bank's page for the challenge. */
	acs_url: string | null;
	/** The 3-D Secure server. */
	authentication_connector: string | null;
	authentication_id: string;
	/** The cryptogram: to the secret key alone. */
	authentication_value: string | null;
	/** The message that opens the challenge at `acs_url`, as `creq`. */
	challenge_request: string | null;
	/** Electronic commerce indicator: to the secret key alone. */
	eci: string | null;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** How things stand with it. */
	status: AuthenticationStatus;
	three_ds_requestor_app_url: string | null;
	/** The merchant's page about 3-D Secure. */
	three_ds_requestor_url: string;
	/** The server's identifier of the authentication. */
	three_ds_server_transaction_id: string | null;
	/** The result in the words of EMV 3-D Secure. */
	trans_status: TransactionStatus | null;
};
export type AuthenticationConnector = "threedsecureio" | "netcetera" | "gpayments" | "ctp_mastercard" | "unified_authentication_service" | "juspaythreedsserver" | "ctp_visa" | "cardinal" | (string & {});
export type AuthenticationConnectorDetails = {
	/** Connectors that authenticate customers, in the order of preference. */
	authentication_connectors: AuthenticationConnector[];
	/**
	 * The address of the app that customers come back to after 3-D Secure.
	 * @default null
	 */
	three_ds_requestor_app_url?: string | null;
	/** The address of the shop that asks for 3-D Secure. */
	three_ds_requestor_url: string;
};
export type AuthenticationEligibilityRequest = {
	/** The billing address, with phone and email. */
	billing?: Address | null;
	browser_information?: BrowserInfo | null;
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret?: string | null;
	email?: Email | null;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
	/** The data of the payment method, under the name of its family. */
	payment_method_data: PaymentMethodData;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type?: PaymentMethodType | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** The shipping address, with phone and email. */
	shipping?: Address | null;
};
export type AuthenticationEligibilityResponse = {
	acquirer_details: AcquirerDetails;
	/** The 3-D Secure server. */
	authentication_connector: string | null;
	authentication_id: string;
	/** The billing address, with phone and email. */
	billing: Address | null;
	browser_information: BrowserInfo | null;
	/** Data of the 3-D Secure server. */
	connector_metadata: JsonObject | null;
	/** What the page needs for the 3-D Secure method. */
	eligibility_response_params: {
		/** The data of the 3-D Secure server. */
		ThreeDsData: {
			/** The switch's identifier of the authentication at the server. */
			connector_authentication_id: string;
			/** The directory server of the card network. */
			directory_server_id: string;
			/** The version of 3-D Secure that the server speaks. */
			maximum_supported_3ds_version: string;
			/** The version of the messages. */
			message_version: string;
			/** The data of the 3-D Secure method. */
			three_ds_method_data: string;
			/** The address of the 3-D Secure method. */
			three_ds_method_url: string;
			/** The server's identifier of the authentication. */
			three_ds_server_transaction_id: string;
		};
	} | null;
	email: string | null;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** The next request of the page. */
	next_action: {
		/** The method of the next request. */
		http_method: "POST";
		url: string;
	};
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** The shipping address, with phone and email. */
	shipping: Address | null;
	/** How things stand with it. */
	status: AuthenticationStatus;
};
export type AuthenticationResponse = {
	acquirer_details: AcquirerDetails;
	/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
	amount: number;
	/** The 3-D Secure server. */
	authentication_connector: string | null;
	authentication_id: string;
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret: string | null;
	/** When it was created, ISO 8601 in UTC. */
	created_at: string;
	/** The currency, as three letters of ISO 4217. */
	currency: string;
	customer_details: CustomerDetails | null;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** Whether the bank shall ask its customer. */
	force_3ds_challenge: boolean;
	merchant_id: string;
	/** An acquirer of the profile, where no acquirer is stated. */
	profile_acquirer_id: string | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** The exemption from strong authentication that is asked for. */
	psd2_sca_exemption_type: ScaExemption | null;
	/** Where the customer is sent afterwards. */
	return_url: string | null;
	/** How things stand with it. */
	status: AuthenticationStatus;
};
export type AuthenticationSessionRequest = {
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret?: string | null;
};
export type AuthenticationSessionResponse = {
	authentication_id: string;
	session_token: ({
			/** The acquirer's number with the card network. */
			acquirer_bin: string;
			/** The merchant’s number with the acquirer. */
			acquirer_merchant_id: string;
			/** The networks whose cards Click to Pay offers. */
			card_brands: CardNetwork[];
			/** The merchant's identifier at Visa. */
			dpa_client_id: string | null;
			/** The merchant's identifier at the network. */
			dpa_id: string;
			/** The merchant's name at the network. */
			dpa_name: string;
			email: string | null;
			/** The language of the network's pages. */
			locale: string;
			merchant_category_code: string | null;
			merchant_country_code: string;
			/** The dialling code of the phone number, such as `+1`. */
			phone_country_code: string | null;
			/** The phone number of the customer. */
			phone_number: string | null;
			/** The network that runs Click to Pay. */
			provider: "visa" | "mastercard" | (string & {});
			/** The amount in major units. */
			transaction_amount: string;
			transaction_currency_code: string;
						wallet_name: "click_to_pay";
		})[];
};
export type AuthenticationStatus = "started" | "pending" | "success" | "failed" | (string & {});
export type AuthenticationType = "three_ds" | "no_three_ds" | (string & {});
export type BackgroundImage = {
	/** @default null */
	position?: ("left" | "top left" | "top" | "top right" | "right" | "bottom right" | "bottom" | "bottom left" | "center" | (string & {})) | null;
	/**
	 * How many entries the page has.
	 * @default null
	 */
	size?: (("cover" | "contain" | (string & {})) | JsonObject) | null;
	url: string;
};
export type BankDebit = {
	/** ACH, a debit in the United States. */
	ach_bank_debit?: {
		/** The number of the bank account. */
		account_number: string;
		/** The person or company that the bank account belongs to. */
		bank_account_holder_name?: string | null;
		/** Whether the account belongs to a person or to a business. */
		bank_holder_type?: string | null;
		/** The name of the bank. */
		bank_name?: string | null;
		/** Whether it is a checking or a savings account. */
		bank_type?: string | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails | null;
		/** The routing number of the bank. */
		routing_number: string;
	};
	/** Bacs, a debit in the United Kingdom. */
	bacs_bank_debit?: {
		/** The number of the bank account. */
		account_number: string;
		/** The person or company that the bank account belongs to. */
		bank_account_holder_name?: string | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails | null;
		/** The six digits that identify the bank in the United Kingdom. */
		sort_code: string;
	};
	/** BECS, a debit in Australia. */
	becs_bank_debit?: {
		/** The number of the bank account. */
		account_number: string;
		/** The person or company that the bank account belongs to. */
		bank_account_holder_name?: string | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails | null;
		/** The six digits that identify the bank in Australia. */
		bsb_number: string;
	};
	/** An EFT debit order. */
	eft_debit_order?: {
		/** The number of the bank account. */
		account_number: string;
		/** The person or company that the bank account belongs to. */
		bank_account_holder_name?: string | null;
		/** The name of the bank. */
		bank_name?: BankName | null;
		/** Whether it is a checking or a savings account. */
		bank_type?: ("checking" | "savings" | (string & {})) | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails | null;
		/** The code of the bank's branch. */
		branch_code?: string | null;
	};
	/** A SEPA direct debit. */
	sepa_bank_debit?: {
		/** The person or company that the bank account belongs to. */
		bank_account_holder_name?: string | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails | null;
		/** The IBAN of the account. */
		iban: string;
	};
	/** A SEPA direct debit whose payment is guaranteed. */
	sepa_guarenteed_bank_debit?: {
		/** The person or company that the bank account belongs to. */
		bank_account_holder_name?: string | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails | null;
		/** The IBAN of the account. */
		iban: string;
	};
};
export type BankDebits = {
	/** Connectors that could take the payment. */
	eligible_connectors: string[];
};
export type BankName = "abn_amro" | "absa" | "affin_bank" | "agro_bank" | "aib" | "alior_bank" | "alliance_bank" | "am_bank" | "american_express" | "arzte_und_apotheker_bank" | "asn_bank" | "austrian_anadi_bank_ag" | "b_n_p_paribas_poland" | "bangkok_bank" | "bank99_ag" | "bank_austria" | "bank_islam" | "bank_millennium" | "bank_muamalat" | "bank_nowy_bfg_sa" | "bank_nowy_s_a" | "bank_of_america" | "bank_of_china" | "bank_of_scotland" | "bank_p_e_k_a_o_s_a" | "bank_pekao_sa" | "bank_rakyat" | "bank_simpanan_nasional" | "bankhaus_carl_spangler" | "bankhaus_schelhammer_und_schattera_ag" | "banki_spbdzielcze" | "banki_spoldzielcze" | "barclays" | "bawag_psk_ag" | "bks_bank_ag" | "blik" | "blik_p_s_p" | "bnp_paribas" | "boz" | "brull_kallmus_bank_ag" | "btv_vier_lander_bank" | "bunq" | "capital_bank_grawe_gruppe_ag" | "capital_one" | "ceska_sporitelna" | "chase" | "cimb_bank" | "citi" | "credit_agricole" | "danske_bank" | "discover" | "dolomitenbank" | "e_platby_v_u_b" | "e_transfer_pocztowy24" | "easybank_ag" | "envelo_bank" | "erste_bank_und_sparkassen" | "etransfer_pocztowy24" | "first_direct" | "first_trust" | "friesland_bank" | "getin_bank" | "halifax" | "handelsbanken" | "hong_leong_bank" | "hsbc_bank" | "hypo_alpeadriabank_international_ag" | "hypo_bank_burgenland_aktiengesellschaft" | "hypo_noe_lb_fur_niederosterreich_u_wien" | "hypo_oberosterreich_salzburg_steiermark" | "hypo_tirol_bank_ag" | "hypo_vorarlberg_bank_ag" | "idea_bank" | "ing" | "inteligo" | "kasikorn_bank" | "knab" | "komercni_banka" | "krung_thai_bank" | "krungsri_bank" | "kuwait_finance_house" | "lloyds" | "m_bank" | "marchfelder_bank" | "maybank" | "mbank_mtransfer" | "moneyou" | "monzo" | "n26" | "nat_west" | "nationale_nederlanden" | "nationwide_bank" | "navy_federal_credit_union" | "nest_przelew" | "noble_pay" | "oberbank_ag" | "ocbc_bank" | "open_bank_cancelled" | "open_bank_failure" | "open_bank_success" | "osterreichische_arzte_und_apothekerbank" | "pay_with_alior_bank" | "pay_with_b_o_s" | "pay_with_citi_handlowy" | "pay_with_i_n_g" | "pay_with_inteligo" | "pay_with_plus_bank" | "pbac_z_ipko" | "pentagon_federal_credit_union" | "place_z_i_p_k_o" | "platnosc_online_karta_platnicza" | "plus_bank" | "posojilnica_bank_e_gen" | "postova_banka" | "public_bank" | "rabobank" | "raiffeisen_bankengruppe_osterreich" | "regiobank" | "revolut" | "rhb_bank" | "royal_bank_of_scotland" | "santander_przelew24" | "schelhammer_capital_bank_ag" | "schoellerbank_ag" | "sns_bank" | "sparda_bank_wien" | "sporo_pay" | "standard_chartered_bank" | "starling" | "synchrony_bank" | "tatra_pay" | "tesco_bank" | "the_siam_commercial_bank" | "toyota_bank" | "triodos_bank" | "tsb_bank" | "ulster_bank" | "uob_bank" | "van_lanschot" | "velo_bank" | "viamo" | "volksbank_gruppe" | "volkskreditbank_ag" | "volkswagen_bank" | "vr_bank_braunau" | "wells_fargo" | "yoursafe" | (string & {});
export type BankRedirect = {
	bancontact_card?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails2 | null;
		/** The month in which the card expires, two digits. */
		card_exp_month?: string | null;
		/** The year in which the card expires, two or four digits. */
		card_exp_year?: string | null;
		/** The name on the card. */
		card_holder_name?: CardWords | null;
		card_number?: CardNumber | null;
	};
	bizum?: Record<string, unknown>;
	blik?: {
		/** The six digits that the app of the bank shows. */
		blik_code?: string | null;
	};
	/** EFT, by a redirect. */
	eft?: {
		/** The company that provides it. */
		provider: string;
	};
	eps?: {
		/** The name of the bank. */
		bank_name?: BankName | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails2 | null;
		/** The country, as two letters of ISO 3166-1. */
		country?: Country | null;
	};
	giropay?: {
		/** The BIC of the bank. */
		bank_account_bic?: string | null;
		/** The IBAN of the account. */
		bank_account_iban?: string | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails2 | null;
		/** The country, as two letters of ISO 3166-1. */
		country?: Country | null;
	};
	ideal?: {
		/** The name of the bank. */
		bank_name?: BankName | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails2 | null;
		/** The country, as two letters of ISO 3166-1. */
		country?: Country | null;
	};
	interac?: {
		/** The country, as two letters of ISO 3166-1. */
		country?: Country | null;
		email?: Email | null;
	};
	/** A payment that is approved at a bank of the customer's country. */
	local_bank_redirect?: Record<string, unknown>;
	/** Online banking in the Czech Republic. */
	online_banking_czech_republic?: {
		issuer: BankName;
	};
	/** Online banking in Finland. */
	online_banking_finland?: {
		email?: Email | null;
	};
	/** FPX, online banking in Malaysia. */
	online_banking_fpx?: {
		issuer: BankName;
	};
	/** Online banking in Poland. */
	online_banking_poland?: {
		issuer: BankName;
	};
	/** Online banking in Slovakia. */
	online_banking_slovakia?: {
		issuer: BankName;
	};
	/** Online banking in Thailand. */
	online_banking_thailand?: {
		issuer: BankName;
	};
	open_banking?: Record<string, unknown>;
	/** Open Banking in the United Kingdom. */
	open_banking_uk?: {
		/** The country, as two letters of ISO 3166-1. */
		country?: Country | null;
		issuer?: BankName | null;
	};
	przelewy24?: {
		/** The name of the bank. */
		bank_name?: BankName | null;
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails2 | null;
	};
	sofort?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails2 | null;
		/** The country, as two letters of ISO 3166-1. */
		country?: Country | null;
		/** The language that the customer prefers. */
		preferred_language?: string | null;
	};
	trustly?: {
		/** The country, as two letters of ISO 3166-1. */
		country?: Country | null;
	};
};
export type BankTransfer = ({
	/** The person or company that the bank account belongs to. */
	account_holder_name?: string | null;
	/** The number of the bank account. */
	bank_account_number: string;
	/** The city of the bank. */
	bank_city?: string | null;
	/** The country of the bank, as two letters of ISO 3166-1. */
	bank_country_code?: Country | null;
	/** The name of the bank. */
	bank_name?: string | null;
	/** The nine-digit ABA routing number of the bank. */
	bank_routing_number: string;
}) | ({
	/** The person or company that the bank account belongs to. */
	account_holder_name?: string | null;
	/** The number of the bank account. */
	bank_account_number: string;
	/** The city of the bank. */
	bank_city?: string | null;
	/** The country of the bank, as two letters of ISO 3166-1. */
	bank_country_code?: Country | null;
	/** The name of the bank. */
	bank_name?: string | null;
	/** The six-digit sort code of the bank. */
	bank_sort_code: string;
}) | ({
	/** The person or company that the bank account belongs to. */
	account_holder_name?: string | null;
	/** The city of the bank. */
	bank_city?: string | null;
	/** The country of the bank, as two letters of ISO 3166-1. */
	bank_country_code?: Country | null;
	/** The name of the bank. */
	bank_name?: string | null;
	/** The BIC of the bank, 8 or 11 characters. */
	bic?: string | null;
	/** The IBAN of the account. */
	iban: string;
}) | ({
	/** The number of the bank account. */
	bank_account_number: string;
	bank_branch?: string | null;
	/** The name of the bank. */
	bank_name?: string | null;
	/** The EMV code of the transfer. */
	emv?: string | null;
	/** The code of a bank in Brazil for Pix, eight digits. */
	ispb?: string | null;
	/** The Pix key of the account. */
	pix_key?: string | null;
	/** A number under which tax authorities know it. */
	tax_id?: string | null;
}) | {
	/** The number of the bank account. */
	account_number: string;
	/** The number that identifies the bank. */
	bank_number: string;
	/** The country, as two letters of ISO 3166-1 or as its dialling code such as `+44`. */
	country_code: Country;
	/** The IBAN of the account. */
	iban: string;
} | {
	/** The person or company that the bank account belongs to. */
	account_holder_name: string;
	/** The IBAN of the account. */
	iban: string;
};
export type BatchBlocklistJobStatusResponse = {
	/** When it was created, ISO 8601 in UTC. */
	created_at: string;
	/** The rows that were not added within a day. */
	failed_rows: number;
	/** The job that adds the rows of a file. */
	job_id: string;
	merchant_id: string;
	/** Whether to check payments against the blocklist: `true` or `false`. */
	status: BlocklistJobStatus;
	/** The rows that are on the blocklist, also those that were before. */
	succeeded_rows: number;
	/** The rows of the file. */
	total_rows: number;
	/** When it last changed, ISO 8601 in UTC. */
	updated_at: string;
};
export type BatchBlocklistUploadRequest = {
	/**
	 * Format: binary
	 * A CSV file whose first line is `type,data,metadata`.
	 */
	file?: string;
};
export type BatchBlocklistUploadResponse = {
	/** The job that adds the rows of a file. */
	job_id: string;
	/** Whether to check payments against the blocklist: `true` or `false`. */
	status: BlocklistJobStatus;
	/** The rows of the file. */
	total_rows: number;
};
export type BillingDescriptor = {
	/** The city or town. */
	city?: string | null;
	name?: string | null;
	/** The phone number, without the country code. */
	phone?: string | null;
	reference?: string | null;
	/** The text on the customer's statement. */
	statement_descriptor?: string | null;
	/** What the text on the statement ends with. */
	statement_descriptor_suffix?: string | null;
};
export type BillingDetails = {
	address?: AddressDetails | null;
	email?: Email | null;
	name?: string | null;
};
export type BillingDetails2 = {
	/** The name of the customer. */
	billing_name?: string | null;
	email?: Email | null;
};
export type BillingDetails3 = {
	email?: Email | null;
	first_name?: string | null;
	last_name?: string | null;
	name?: string | null;
};
export type BlockedBy = "card_bin" | "extended_card_bin" | "fingerprint" | (string & {});
export type BlocklistEntryResponse = {
	/** When it was created, ISO 8601 in UTC. */
	created_at: string;
	/** What is blocked: the first digits of cards, or a fingerprint. */
	data_kind: DataKind;
	/** What is blocked: first digits or a fingerprint. */
	fingerprint_id: string;
};
export type BlocklistJobStatus = "initiated" | "processing" | "completed" | "failed" | (string & {});
export type BlocklistRequest = {
	/** What is blocked: six or eight first digits, or a fingerprint. */
	data: string;
	/** What kind of thing it is. */
	type: BlockedBy;
};
export type BlocklistResponse = {
	/** How many are on this page. */
	count: number;
	/** What is blocked: six or eight first digits, or a fingerprint. */
	data: BlocklistEntryResponse[];
	/** How many there are in all. */
	total_count: number;
};
export type BrowserInfo = {
	/** What the browser accepts, as its header says. */
	accept_header?: string | null;
	/** The languages that the browser prefers, as its header says. */
	accept_language?: string | null;
	/** How many bits a colour on the screen has. */
	color_depth?: number | null;
	/** The model of the device. */
	device_model?: string | null;
	/** The IP address of the customer. */
	ip_address?: string | null;
	/** Whether the browser runs Java. */
	java_enabled?: boolean | null;
	/** Whether the browser runs JavaScript. */
	java_script_enabled?: boolean | null;
	/** The language of the browser. */
	language?: string | null;
	/** The operating system of the device. */
	os_type?: string | null;
	/** The version of the operating system. */
	os_version?: string | null;
	/** The page that the customer came from. */
	referer?: string | null;
	/** The height of the screen, in pixels. */
	screen_height?: number | null;
	/** The width of the screen, in pixels. */
	screen_width?: number | null;
	/** How many minutes the clock of the browser is behind UTC. */
	time_zone?: number | null;
	/** What the browser calls itself. */
	user_agent?: string | null;
};
export type BusinessDetails = {
	/** The name of the business. */
	business: string;
	/** The country, as two letters of ISO 3166-1. */
	country: Country;
};
export type CalculateTaxRequest = {
	/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
	client_secret?: string | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType;
	/** The session of the checkout. */
	session_id?: string | null;
	/** The shipping address, with phone and email. */
	shipping: Address;
};
export type CancelPaymentRequest = {
	/** Whether to answer with everything that the connector sent, in `whole_connector_response`. */
	all_keys_required?: boolean | null;
	/** Why it is cancelled, in words of the caller. */
	cancellation_reason?: string | null;
	/** Credentials for this one request. */
	merchant_connector_details?: MerchantConnectorDetails | null;
	merchant_id?: string | null;
};
export type CaptureInPayment = {
	/** How much was to be captured, in minor units. */
	amount: number;
	/** The attempt whose authorization is captured. */
	authorized_attempt_id: string;
	capture_id: string;
	/** Which of the captures of the payment it is, from 1. */
	capture_sequence: number;
	/** The connector that was asked. */
	connector: string;
	/** The connector's own identifier of the capture. */
	connector_capture_id: string | null;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency | null;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** Why it failed, in more words of the connector. */
	error_reason: string | null;
	/** The connector's own reference. */
	reference_id: string | null;
	/** How things stand with it. */
	status: CaptureStatus;
};
export type CaptureMethod = "automatic" | "manual" | "manual_multiple" | "scheduled" | "sequential_automatic" | (string & {});
export type CapturePaymentRequest = {
	/** Whether to answer with everything that the connector sent, in `whole_connector_response`. */
	all_keys_required?: boolean | null;
	/** How much to take, in minor units. */
	amount_to_capture?: number | null;
	/** Credentials for this one request. */
	merchant_connector_details?: MerchantConnectorDetails | null;
	merchant_id?: string | null;
	/** Whether what is not captured is released. */
	refund_uncaptured_amount?: boolean | null;
	/** What the text on the statement begins with. */
	statement_descriptor_prefix?: string | null;
	/** What the text on the statement ends with. */
	statement_descriptor_suffix?: string | null;
};
export type CaptureStatus = "started" | "charged" | "pending" | "failed" | (string & {});
export type Card = {
	/** The same text for the same card number, from which the number cannot be found. */
	card_fingerprint: string | null;
	/** The name on the card. */
	card_holder_name: string | null;
	/** The first six digits of the card number. */
	card_isin: string | null;
	/** The bank that issued the card. */
	card_issuer: string | null;
	/** The network of the card, such as `Visa`. */
	card_network: string | null;
	/** What stands for the card. */
	card_token: string | null;
	/** What kind of card it is. */
	card_type: string | null;
	/** The month in which it expires, two digits. */
	expiry_month: string | null;
	/** The year in which it expires, two or four digits. */
	expiry_year: string | null;
	/** The country in which the card was issued. */
	issuer_country: string | null;
	/** The country in which the card was issued, as two letters of ISO 3166-1. */
	issuer_country_code: string | null;
	/** The last four digits of the card number. */
	last4_digits: string | null;
	/** The customer's own name for the card. */
	nick_name: string | null;
	/** Whether the card is in the vault. */
	saved_to_locker: boolean;
	scheme: string | null;
};
export type CardBinResponse = {
	/** The first six or eight digits of a card number. */
	card_iin: string;
	/** The bank that issued the card. */
	card_issuer: string | null;
	/** The country in which the card was issued. */
	card_issuing_country: string | null;
	/** The network of the card, such as `Visa`. */
	card_network: string | null;
	/** The product of the network, such as `CLASSIC`. */
	card_sub_type: string | null;
	/** What kind of card it is. */
	card_type: string | null;
};
export type CardData = {
	/** The code that identifies the bank in its country. */
	bank_code?: CardWords | null;
	/** The verification code on the card. */
	card_cvc: TypedDigits;
	/** The month in which the card expires, two digits. */
	card_exp_month: TypedDigits;
	/** The year in which the card expires, two or four digits. */
	card_exp_year: TypedDigits;
	/** The name on the card. */
	card_holder_name?: CardWords | null;
	/** The bank that issued the card. */
	card_issuer?: CardWords | null;
	/** The country in which the card was issued. */
	card_issuing_country?: CardWords | null;
	/** The country in which the card was issued, as two letters of ISO 3166-1. */
	card_issuing_country_code?: CardWords | null;
	/** The network of the card, such as `Visa`. */
	card_network?: CardNetwork | null;
	card_number: CardNumber;
	/** What kind of card it is. */
	card_type?: CardWords | null;
	/** The customer's own name for the card. */
	nick_name?: CardWords | null;
};
export type CardDetail = {
	/** The verification code on the card. */
	card_cvc?: string | null;
	/** The month in which the card expires, two digits. */
	card_exp_month: string;
	/** The year in which the card expires, two or four digits. */
	card_exp_year: string;
	/** The name on the card. */
	card_holder_name?: DisplayName | null;
	/** The bank that issued the card. */
	card_issuer?: DisplayName | null;
	/** The country in which the card was issued. */
	card_issuing_country?: DisplayName | null;
	/** The country in which the card was issued, as two letters of ISO 3166-1. */
	card_issuing_country_code?: DisplayName | null;
	/** The network of the card, such as `Visa`. */
	card_network?: CardNetwork | null;
	card_number: CardNumber;
	/** What kind of card it is. */
	card_type?: DisplayName | null;
	/** The customer's own name for the card. */
	nick_name?: DisplayName | null;
};
export type CardDiscovery = "manual" | "saved_card" | "click_to_pay" | (string & {});
export type CardIssuerRequest = {
	/** The name of the issuer. */
	issuer_name: string;
};
export type CardIssuerResponse = {
	/** The identifier of the issuer. */
	id: string;
	/** The name of the issuer. */
	issuer_name: string;
};
export type CardNetwork = "Visa" | "Mastercard" | "AmericanExpress" | "JCB" | "DinersClub" | "Discover" | "CartesBancaires" | "UnionPay" | "Interac" | "RuPay" | "Maestro" | "Star" | "Pulse" | "Accel" | "Nyce" | "VISA" | "MASTERCARD" | "AMERICANEXPRESS" | "AMEX" | "DINERSCLUB" | "DISCOVER" | "CARTESBANCAIRES" | "UNIONPAY" | "INTERAC" | "RUPAY" | "MAESTRO" | "STAR" | "PULSE" | "ACCEL" | "NYCE" | (string & {});
export type CardNumber = string;
export type CardPayout = {
	/** The name on the card. */
	card_holder_name?: CardWords | null;
	/** The network of the card, such as `Visa`. */
	card_network?: CardNetwork | null;
	card_number: CardNumber;
	/** The month in which it expires, two digits. */
	expiry_month: string;
	/** The year in which it expires, two or four digits. */
	expiry_year: string;
};
export type CardRedirect = {
	benefit?: Record<string, unknown>;
	/** A card that is paid with on a page of its network. */
	card_redirect?: Record<string, unknown>;
	knet?: Record<string, unknown>;
	momo_atm?: Record<string, unknown>;
};
export type CardTestingGuardConfig = {
	/** Whether a card that fails too often from one IP address is blocked. */
	card_ip_blocking_status: "enabled" | "disabled" | (string & {});
	/** How many failed payments of one card from one IP address are too many. */
	card_ip_blocking_threshold: number;
	/** For how long failed payments are counted, in seconds. */
	card_testing_guard_expiry: number;
	/**
	 * How often a customer's browser or app may try one payment; the secret key is not limited.
	 * @default 10
	 */
	client_attempt_threshold?: number | null;
	/** Whether a customer whose payments fail too often is blocked. */
	customer_id_blocking_status: "enabled" | "disabled" | (string & {});
	/** How many failed payments of one customer are too many. */
	customer_id_blocking_threshold: number;
	/**
	 * Whether an IP address from which payments without a customer fail too often is blocked.
	 * @default disabled
	 */
	guest_ip_blocking_status?: ("enabled" | "disabled" | (string & {})) | null;
	/**
	 * How many failed payments without a customer from one IP address are too many.
	 * @default 10
	 */
	guest_ip_blocking_threshold?: number | null;
	/** Whether a card whose payments without a customer fail too often is blocked. */
	guest_user_card_blocking_status: "enabled" | "disabled" | (string & {});
	/** How many failed payments of one card without a customer are too many. */
	guest_user_card_blocking_threshold: number;
};
export type CardToken = {
	/** The verification code on the card. */
	card_cvc?: string | null;
	/** What stands for the verification code. */
	card_cvc_token?: string | null;
	/** The name on the card. */
	card_holder_name?: CardWords | null;
	/** The token of a card in the switch's vault. */
	vault_token?: string | null;
};
export type CardUpdate = {
	/** The month in which the card expires, two digits. */
	card_exp_month?: string | null;
	/** The year in which the card expires, two or four digits. */
	card_exp_year?: string | null;
	/** The name on the card. */
	card_holder_name?: DisplayName | null;
	/** The bank that issued the card. */
	card_issuer?: string | null;
	/** The network of the card, such as `Visa`. */
	card_network?: string | null;
	/** The country in which the card was issued. */
	issuer_country?: string | null;
	/** The country in which the card was issued, as two letters of ISO 3166-1. */
	issuer_country_code?: string | null;
	/** The last four digits of the card number. */
	last4_digits?: string | null;
	/** The customer's own name for the card. */
	nick_name?: DisplayName | null;
};
export type CardWords = string;
export type CheckCredentialsRequest = {
	/** The credentials of the connector. */
	connector_account_details: JsonObject;
	/** The connector, such as `stripe_test`. */
	connector_name: ConnectorName;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** Whether no real money moves. */
	test_mode?: boolean | null;
};
export type CheckCredentialsResponse = {
	/** Whether the processor accepts the credentials: always `true`, as everything else is an error. */
	accepted: true;
	/** The connector, such as `stripe_test`. */
	connector_name: ConnectorName;
};
export type ClientListResponse = {
	/** The payment methods of the customer. */
	customer_payment_methods: ClientSavedMethod[];
	/** What the form needs to know of the payment. */
	intent_data: {
		/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
		amount: number;
		/** How many attempts have been made: one for each connector that was asked, and each retry. */
		attempt_count: number;
		/** The billing address, with phone and email. */
		billing: JsonObject | null;
		/** When the money is taken: `automatic` at once, `manual` by a later capture, `manual_multiple` by several, `scheduled` at a stated time. */
		capture_method: string | null;
		/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
		client_secret: string;
		/** When it was created, ISO 8601 in UTC. */
		created: string;
		/** The currency, as three letters of ISO 4217. */
		currency: string;
		/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
		customer_id: string | null;
		/** What it is about, in words of the caller. */
		description: string | null;
		/** When it ends, ISO 8601 in UTC. */
		expires_on: string;
		/** The installments that are offered. */
		installment_options: JsonObject[] | null;
		/** Whether the payment has no customer. */
		is_guest_customer: boolean;
		/** Whether the tax of the order can be calculated. */
		is_tax_calculation_enabled: boolean;
		/** That this payment method was stored to be charged again. */
		mandate_payment: JsonObject | null;
		/** The name of the merchant. */
		merchant_name: string | null;
		/** The merchant's own reference of the order. */
		merchant_order_reference_id: string | null;
		/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
		metadata: JsonObject | null;
		/** The items of the order. */
		order_details: JsonObject[] | null;
		/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
		payment_id: string;
		/** Whether it is a usual payment, or sets something up for later ones. */
		payment_type: ("normal" | "new_mandate" | "setup_mandate" | "recurring_mandate" | (string & {})) | null;
		/** The profile, one of the merchant's shops: it begins with `pro_`. */
		profile_id: string;
		/** Whether the customer is authenticated by 3-D Secure outside of the processor. */
		request_external_three_ds_authentication: boolean;
		/** Where the customer is sent afterwards. */
		return_url: string | null;
		/** Whether the payment method is stored: `on_session` for payments with the customer present, `off_session` also for those without. */
		setup_future_usage: string | null;
		/** The shipping address, with phone and email. */
		shipping: JsonObject | null;
		/** How things stand with it. */
		status: string;
	};
	/** The types that the payment can be paid with, each by itself. */
	payment_methods_enabled: ClientMethod[];
	sdk_next_action: SdkNextAction;
};
export type ClientMethod = {
	/** Banks to choose from, with the connectors that reach them. */
	bank_names: string[] | null;
	card_networks: string[] | null;
	/** Whether wallets are to be asked for the billing address. */
	collect_billing_details_from_wallets: boolean | null;
	/** Whether wallets are to be asked for the shipping address. */
	collect_shipping_details_from_wallets: boolean | null;
	/** How the customer pays with it, such as by a redirect or in an app. */
	payment_experience: string[] | null;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType;
	/** What is added to the amount for the payment method. */
	surcharge_details: SurchargeResponse | null;
};
export type ClientSavedMethod = {
	/** When it was created, ISO 8601 in UTC. */
	created: string;
	/** Whether it is the customer's default. */
	default_payment_method_set: boolean;
	/** When it was last paid with, ISO 8601 in UTC. */
	last_used_at: string;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: string | null;
	/** The data of the payment method, under the name of its family. */
	payment_method_data: ({
		card: Card | null;
	}) | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: string | null;
	/** What stands for a stored payment method for a few minutes, as a list of payment methods answers it. */
	payment_token: string;
	/** Whether it can be charged again without the customer. */
	recurring_enabled: boolean;
	/** Whether the verification code has to be asked for again. */
	requires_cvv: boolean;
};
export type CollectLinkConfig = {
	/** Web domains whose pages may show the link in a frame. */
	allowed_domains: string[];
	/**
	 * The web domain of the link.
	 * @default null
	 */
	domain_name?: string | null;
	/** The payment methods that are offered. */
	enabled_payment_methods: {
			/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
			payment_method: VocabularyPaymentMethod;
			/** The payment methods of one family. */
			payment_method_types: PaymentMethodType[];
		}[];
	/**
	 * The address of the logo.
	 * @default null
	 */
	logo?: string | null;
	/**
	 * The name of the merchant.
	 * @default null
	 */
	merchant_name?: string | null;
	/**
	 * The colour of the page.
	 * @default null
	 */
	theme?: string | null;
};
export type CollectLinkResponse = {
	/** The customer for whom the card is saved. */
	customer_id: string;
	/** The payment methods that the customer may save. */
	enabled_payment_methods: EnabledPaymentMethods2[];
	/** When the link ends, ISO 8601 in UTC. */
	expiry: string;
	/** The address of the page. */
	link: string;
	/** The address of a picture that the page shows. */
	logo: string | null;
	/** The name that the page shows. */
	merchant_name: string | null;
	/** The link: its merchant may choose the identifier, else it begins with `pm_collect_link_`. */
	pm_collect_link_id: string;
	/** A page of the merchant, to which the customer returns afterwards. */
	return_url: string | null;
	/** The colour of the page: `#` and hexadecimal digits. */
	theme: string | null;
};
export type Comparison = {
	/** How the two sides are compared. */
	comparison: ComparisonType;
	/** What is compared: a fact of the payment, such as `amount` or `card_network`. */
	lhs: string;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject;
	value: RuleValue;
};
export type ComparisonType = "equal" | "not_equal" | "less_than" | "less_than_equal" | "greater_than" | "greater_than_equal" | (string & {});
export type CompleteAuthorizeRequest = {
	/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
	client_secret?: string | null;
	/** The shipping address, with phone and email. */
	shipping?: Address | null;
	/** Whether the hidden frame of the issuer has finished: `Y`, `N` or `U`. */
	threeds_method_comp_ind?: ("Y" | "N" | "U" | (string & {})) | null;
};
export type CompletingData = {
	/** A debit from a bank account. */
	bank_debit?: {
		/** A debit from a bank account in the United States. */
		ach: {
			/** The number of the bank account. */
			account_number: string;
			/** The person or company that the bank account belongs to. */
			bank_account_holder_name?: string | null;
			/** Whether the account belongs to a person or to a business. */
			bank_holder_type?: ("personal" | "business" | (string & {})) | null;
			/** Whether it is a checking or a savings account. */
			bank_type?: ("checking" | "savings" | (string & {})) | null;
			/** The routing number of the bank. */
			routing_number: string;
		};
	};
	card?: CardDetail;
	wallet?: {
		/** The decrypted data of Apple Pay. */
		apple_pay_decrypted_data: {
			/** The number that stands for the card on the device. */
			application_primary_account_number: CardNumber;
			/** The month in which it expires, two digits. */
			expiry_month: string;
			/** The year in which it expires, two or four digits. */
			expiry_year: string;
		};
	} | {
		/** The decrypted data of Google Pay. */
		google_pay_decrypted_data: {
			/** The number that stands for the card on the device. */
			application_primary_account_number: CardNumber;
			/** The month in which it expires, two digits. */
			expiry_month: string;
			/** The year in which it expires, two or four digits. */
			expiry_year: string;
		};
	};
};
export type ConfiguredMethod = {
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
	/** The payment methods of one family. */
	payment_method_types: ({
			/** Which connectors take the type, by what tells them apart. */
			criteria_rules: {
					/** A card network, a payment experience, or `default`. */
					criteria_value: string;
					/** Connectors that could take the payment. */
					eligible_connectors: string[];
				}[];
			/** What tells the rules apart. */
			payment_method_criteria: ("card_network" | "payment_experience" | (string & {})) | null;
			/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
			payment_method_type: PaymentMethodType;
		})[];
};
export type ConnectorAccountListItem = {
	/** Web domains that Apple has verified for Apple Pay. */
	applepay_verified_domains: string[] | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	business_country: Country | null;
	/** Which of its businesses a merchant means. */
	business_label: string | null;
	/** Which part of that business a merchant means. */
	business_sub_label: string | null;
	/** A name for the connector account, unique within its profile. */
	connector_label: string | null;
	/** The connector, such as `stripe_test`. */
	connector_name: ConnectorName;
	/** What the connector is for: payments, payouts, tax, authentication, fraud checks and so on. */
	connector_type: ConnectorType;
	/** Whether the account takes no payments. */
	disabled: boolean | null;
	/** Which payments are checked for fraud, and when. */
	frm_configs: FraudCheckConfig[] | null;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id: string;
	/** The payment methods that the account takes. */
	payment_methods_enabled: EnabledPaymentMethods[] | null;
	/** How bank accounts are verified. */
	pm_auth_config: JsonObject | null;
	/** What the processor takes of payments: the first entry whose stated members all match the payment applies. */
	processing_fees?: ProcessingFees;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** Whether the account is in use. */
	status: "active" | "inactive" | (string & {});
	/** Whether no real money moves. */
	test_mode: boolean | null;
};
export type ConnectorAccountResponse = {
	/** What single connectors need to know about the merchant. */
	additional_merchant_data: JsonObject | null;
	/** Web domains that Apple has verified for Apple Pay. */
	applepay_verified_domains: string[] | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	business_country: Country | null;
	/** Which of its businesses a merchant means. */
	business_label: string | null;
	/** Which part of that business a merchant means. */
	business_sub_label: string | null;
	/** The credentials of the connector. */
	connector_account_details: JsonObject | null;
	/** A name for the connector account, unique within its profile. */
	connector_label: string | null;
	/** The connector, such as `stripe_test`. */
	connector_name: ConnectorName;
	/** What the connector is for: payments, payouts, tax, authentication, fraud checks and so on. */
	connector_type: ConnectorType;
	/** The settings of wallets. */
	connector_wallets_details: ConnectorWalletsDetails | null;
	/** What the processor's webhooks are verified with. */
	connector_webhook_details: ConnectorWebhookDetails | null;
	/** Whether the account takes no payments. */
	disabled: boolean | null;
	/** Which payments are checked for fraud, and when. */
	frm_configs: FraudCheckConfig[] | null;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id: string;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** The payment methods that the account takes. */
	payment_methods_enabled: EnabledPaymentMethods[] | null;
	/** How bank accounts are verified. */
	pm_auth_config: JsonObject | null;
	/** What the processor takes of payments: the first entry whose stated members all match the payment applies. */
	processing_fees?: ProcessingFees;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** Whether the account is in use. */
	status: "active" | "inactive" | (string & {});
	/** Whether no real money moves. */
	test_mode: boolean | null;
	/** How webhooks can be set up at the processor. */
	webhook_setup_capabilities: ({
		/** How webhooks are set up at the processor. */
		config_type: unknown;
		/** Whether webhooks can be set up at the processor by itself. */
		is_webhook_auto_configuration_supported: boolean;
		/** Whether the webhooks of the processor need a secret. */
		requires_webhook_secret: boolean | null;
	}) | null;
};
export type ConnectorFeatures = {
	/** Where this deployment asks it, unless the account or the operator says otherwise; `null` for the simulated processor. */
	base_url: string | null;
	/** What kind of company it is. */
	category: "payment_gateway";
	/** What it is for, in a sentence. */
	description: string;
	/** The name of the processor. */
	display_name: string;
	/** How far it is tried: `live` with real money, `sandbox` or `beta` wholly or partly at its test host, `alpha` against recorded exchanges. */
	integration_status: "live" | "sandbox" | "beta" | "alpha" | (string & {});
	/** The `connector_name`, in capital letters as Hyperswitch has it. */
	name: string;
	/** The payment methods that it takes. */
	supported_payment_methods: SupportedPaymentMethod[];
	/** What its webhooks are about. */
	supported_webhook_flows: ("payments" | "refunds" | "disputes" | "mandates" | "payouts" | (string & {}))[];
};
export type ConnectorMandateDetails = ({
	/** The mandates of payments. */
	payments?: ({
		[key: string]: {
			/** The processor's own name for the customer. */
			connector_customer_id?: ProcessorsName | null;
			/** The processor's own name for the payment method. */
			connector_mandate_id: ProcessorsName;
			/** The amount of the payment by which the customer consented, in minor units. */
			original_payment_authorized_amount?: AmountMinor | null;
			/** The currency of the payment by which the customer consented: the mandate is charged in no other. */
			original_payment_authorized_currency?: Currency | null;
			/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
			payment_method_type?: PaymentMethodType | null;
		};
	}) | null;
	/** The mandates of payouts, which are not taken. */
	payouts?: {
		[key: string]: JsonObject;
	} | null;
}) | ({
	[key: string]: {
		/** The processor's own name for the customer. */
		connector_customer_id?: ProcessorsName | null;
		/** The processor's own name for the payment method. */
		connector_mandate_id: ProcessorsName;
		/** The amount of the payment by which the customer consented, in minor units. */
		original_payment_authorized_amount?: AmountMinor | null;
		/** The currency of the payment by which the customer consented: the mandate is charged in no other. */
		original_payment_authorized_currency?: Currency | null;
		/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
		payment_method_type?: PaymentMethodType | null;
	};
});
export type ConnectorMetadata = {
	/** What Adyen needs beside the rest. */
	adyen?: JsonObject | null;
	/** What Airwallex needs beside the rest. */
	airwallex?: JsonObject | null;
	apple_pay?: JsonObject | null;
	/** What Braintree needs beside the rest. */
	braintree?: JsonObject | null;
	/** What noon needs beside the rest. */
	noon?: JsonObject | null;
	/** What Peach Payments needs beside the rest. */
	peachpayments?: JsonObject | null;
	/** What Santander needs beside the rest. */
	santander?: JsonObject | null;
};
export type ConnectorName = "stripe_test" | "adyen_test" | "checkout_test" | "paypal_test" | "fauxpay" | "phonypay" | "pretendpay" | "stripe_billing_test" | "absa_sanlam" | "aci" | "adyen" | "adyenplatform" | "affirm" | "airwallex" | "amazonpay" | "archipel" | "authipay" | "authorizedotnet" | "bambora" | "bamboraapac" | "bankofamerica" | "barclaycard" | "billwerk" | "bitpay" | "blackhawknetwork" | "bluesnap" | "boku" | "braintree" | "breadpay" | "calida" | "cardinal" | "cashtocode" | "celero" | "chargebee" | "checkbook" | "checkout" | "coinbase" | "coingate" | "cryptopay" | "ctp_mastercard" | "ctp_visa" | "custombilling" | "cybersource" | "cybersourcedecisionmanager" | "datatrans" | "deutschebank" | "digitalvirgo" | "dlocal" | "dwolla" | "ebanx" | "elavon" | "envoy" | "facilitapay" | "finix" | "fiserv" | "fiservcommercehub" | "fiservemea" | "fiuu" | "flexiti" | "forte" | "getnet" | "gigadat" | "globalpay" | "globepay" | "gocardless" | "gpayments" | "helcim" | "hipay" | "hyperpg" | "hyperswitch_vault" | "iatapay" | "imerchantsolutions" | "inespay" | "interpayments" | "itaubank" | "jpmorgan" | "juspaythreedsserver" | "klarna" | "loonio" | "mifinity" | "mollie" | "moneris" | "multisafepay" | "netcetera" | "nexinets" | "nexixpay" | "nmi" | "nomupay" | "noon" | "nordea" | "novalnet" | "nuvei" | "opennode" | "paybox" | "payconex" | "payjustnow" | "payjustnowinstore" | "payload" | "payme" | "payone" | "paypal" | "paysafe" | "paystack" | "paytm" | "payu" | "peachpayments" | "phonepe" | "placetopay" | "plaid" | "powertranz" | "prophetpay" | "rapyd" | "razorpay" | "recurly" | "redsys" | "revolv3" | "riskified" | "santander" | "shift4" | "signifyd" | "silverflow" | "square" | "stax" | "stripe" | "stripebilling" | "taxjar" | "tesouro" | "threedsecureio" | "tokenex" | "tokenio" | "truelayer" | "trustly" | "trustpay" | "trustpayments" | "tsys" | "unified_authentication_service" | "vgs" | "volt" | "wellsfargo" | "wise" | "worldline" | "worldpay" | "worldpaymodular" | "worldpayvantiv" | "worldpayxml" | "xendit" | "zen" | "zift" | "zsl" | (string & {});
export type Connectors = {
	/** The connector, by its name, such as `stripe_test`. */
	connector: string;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id: string | null;
};
export type ConnectorSelection = OneOf<[{
	data: RoutableChoice[];
	/** What kind of thing it is. */
	type: "priority";
}, {
	data: RoutableShare[];
	/** What kind of thing it is. */
	type: "volume_split";
}]>;
export type ConnectorType = "payment_processor" | "payment_vas" | "fin_operations" | "fiz_operations" | "networks" | "banking_entities" | "non_banking_finance" | "payout_processor" | "payment_method_auth" | "authentication_processor" | "tax_processor" | "surcharge_processor" | "billing_processor" | "vault_processor" | (string & {});
export type ConnectorWalletsDetails = {
	/** @default null */
	amazon_pay?: JsonObject | null;
	/** @default null */
	apple_pay?: JsonObject | null;
	/**
	 * The settings of Apple Pay.
	 * @default null
	 */
	apple_pay_combined?: JsonObject | null;
	/** @default null */
	google_pay?: JsonObject | null;
	/** @default null */
	paze?: JsonObject | null;
	/** @default null */
	samsung_pay?: JsonObject | null;
};
export type ConnectorWebhookDetails = {
	/**
	 * A second secret, where the processor has one.
	 * @default null
	 */
	additional_secret?: string | null;
	/** The secret with which the processor signs its webhooks. */
	merchant_secret: string;
};
export type ConsumerPresence = {
	/** Whether the network knows the customer. */
	consumerPresent: boolean;
};
export type ContractsConfig = {
	/** How outcomes are counted. */
	config?: ({
		constants?: unknown;
		/** Whether a promise is for each day or for each month, in UTC; `month` unless stated. */
		time_scale?: ("day" | "month" | (string & {})) | null;
	}) | null;
	/** What was promised to which connector account; 50 promises at most. */
	label_info?: {
			/** What the account is called there. */
			label: string;
			mca_id: Identifier;
			/** How many successful payments in each day or month. */
			target_count: number;
			/** When the promise ends, in seconds since 1970. */
			target_time: number;
		}[] | null;
};
export type ConvertAmountResponse = {
	/** The amount in units of `currency`, as text with all its decimals; it is not rounded. */
	converted_amount: string;
	/** The currency of the converted amount. */
	currency: Currency;
};
export type Country = "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | (string & {});
export type CreateAccountRequest = {
	/** Whether the return to the merchant carries a signature. */
	enable_payment_response_hash?: boolean | null;
	/** How the connector that checks for fraud is chosen. */
	frm_routing_algorithm?: RoutingAlgorithm | null;
	/** The name of the merchant at the vault. */
	locker_id?: string | null;
	/** What kind of account it is: a merchant of its own, or one within a platform. */
	merchant_account_type?: MerchantAccountType | null;
	/** What is known about the merchant. */
	merchant_details?: MerchantDetails | null;
	merchant_id: Identifier;
	/** The name of the merchant. */
	merchant_name?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** The credentials of a service that makes network tokens. */
	network_tokenization_credentials?: NetworkTokenizationCredentials | null;
	/** The organization that the merchant account belongs to: it begins with `org_`. */
	organization_id?: Identifier | null;
	/** The merchant account that this one is below. */
	parent_merchant_id?: string | null;
	/** The secret that signs webhooks and returns to the merchant. */
	payment_response_hash_key?: string | null;
	/** How the connector of payouts is chosen. */
	payout_routing_algorithm?: RoutingAlgorithm | null;
	/** How links that collect payment methods look. */
	pm_collect_link_config?: CollectLinkConfig | null;
	/** The businesses of the merchant, by country. */
	primary_business_details?: PrimaryBusinessDetails | null;
	/** What kind of goods or services it is. */
	product_type?: ProductType | null;
	/** The key for browsers and apps. */
	publishable_key?: string | null;
	/** Whether customers come back to the merchant by POST instead of GET. */
	redirect_to_merchant_with_http_post?: boolean | null;
	/** The requests a second that the merchant may send, on average over ten seconds, in place of those that the deployment lets every merchant send. */
	requests_per_second?: number | null;
	/** Where the customer is sent afterwards. */
	return_url?: string | null;
	/** How the connector is chosen. */
	routing_algorithm?: RoutingAlgorithm | null;
	/** Whether the account may have others below it. */
	sub_merchants_enabled?: boolean | null;
	/** Where and of what the merchant is told by webhooks. */
	webhook_details?: StatedWebhookDetails | null;
};
export type CreateApiKeyRequest = {
	/** What it is about, in words of the caller. */
	description?: string | null;
	/**
	 * When the key ends, ISO 8601; or `never`.
	 * @default never
	 */
	expiration?: ApiKeyExpiration;
	/** A name for the key, for people. */
	name: string;
};
export type CreateApiKeyResponse = {
	/** The whole key, in this answer and never again. */
	api_key: string;
	/** When it was created, ISO 8601 in UTC. */
	created: string;
	/** What it is about, in words of the caller. */
	description: string | null;
	/** When the key ends, ISO 8601; or `never`. */
	expiration: string;
	/** The identifier of the key, which is not secret. */
	key_id: string;
	merchant_id: string;
	/** A name for the key, for people. */
	name: string;
};
export type CreateAuthenticationRequest = {
	/** The acquirer of the later payment, for the bank. */
	acquirer_details?: ({
		/** The acquirer's number with the card network. */
		acquirer_bin?: string | null;
		/** The merchant’s number with the acquirer. */
		acquirer_merchant_id?: string | null;
		merchant_country_code?: string | null;
	}) | null;
	/** The amount of the later payment, in minor units: the most that the proof covers. */
	amount: number;
	/** The 3-D Secure server. */
	authentication_connector?: AuthenticationConnector | null;
	authentication_id?: Identifier | null;
	/** The currency of the later payment. */
	currency: Currency;
	customer_details?: CustomerDetails | null;
	/** Whether the bank shall ask its customer. */
	force_3ds_challenge?: boolean | null;
	/** An acquirer of the profile, where no acquirer is stated. */
	profile_acquirer_id?: Identifier | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** The exemption from strong authentication that is asked for. */
	psd2_sca_exemption_type?: ScaExemption | null;
	/** Where the customer is sent afterwards. */
	return_url?: string | null;
};
export type CreateCardBinRequest = {
	/** The code that identifies the bank in its country. */
	bank_code?: string | null;
	/** A code of the bank. */
	bank_code_id?: string | null;
	/** The first six or eight digits of a card number. */
	card_iin: string;
	/** The bank that issued the card. */
	card_issuer?: string | null;
	/** The country in which the card was issued. */
	card_issuing_country?: string | null;
	/** The network of the card, such as `Visa`. */
	card_network?: CardNetwork | null;
	/** The product of the network, such as `CLASSIC`. */
	card_subtype?: string | null;
	/** What kind of card it is. */
	card_type?: string | null;
	/** The country, as two letters of ISO 3166-1 or as its dialling code such as `+44`. */
	country_code?: string | null;
	last_updated_provider?: string | null;
};
export type CreateCollectLinkRequest = {
	/** The customer for whom the card is saved. */
	customer_id: Identifier;
	/** The payment methods that the customer may save. */
	enabled_payment_methods?: EnabledPaymentMethods2[] | null;
	/** The address of a picture that the page shows. */
	logo?: string | null;
	/** The name that the page shows. */
	merchant_name?: string | null;
	/** The link: its merchant may choose the identifier, else it begins with `pm_collect_link_`. */
	pm_collect_link_id?: Identifier | null;
	/** A page of the merchant, to which the customer returns afterwards. */
	return_url?: string | null;
	/** How long the link is valid, in seconds. */
	session_expiry?: number | null;
	/** The colour of the page: `#` and hexadecimal digits. */
	theme?: string | null;
};
export type CreateConnectorAccountRequest = {
	/** What single connectors need to know about the merchant. */
	additional_merchant_data?: JsonObject | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	business_country?: Country | null;
	/** Which of its businesses a merchant means. */
	business_label?: string | null;
	/** Which part of that business a merchant means. */
	business_sub_label?: string | null;
	/** The credentials of the connector. */
	connector_account_details?: JsonObject | null;
	/** A name for the connector account, unique within its profile. */
	connector_label?: string | null;
	/** The connector, such as `stripe_test`. */
	connector_name: ConnectorName;
	/** What the connector is for: payments, payouts, tax, authentication, fraud checks and so on. */
	connector_type: ConnectorType;
	/** The settings of wallets. */
	connector_wallets_details?: ConnectorWalletsDetails | null;
	/** What the processor's webhooks are verified with. */
	connector_webhook_details?: ConnectorWebhookDetails | null;
	/** Whether the account takes no payments. */
	disabled?: boolean | null;
	/** Which payments are checked for fraud, and when. */
	frm_configs?: FraudCheckConfig[] | null;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id?: Identifier | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** The payment methods that the account takes. */
	payment_methods_enabled?: EnabledPaymentMethods[] | null;
	/** How bank accounts are verified. */
	pm_auth_config?: JsonObject | null;
	/** What the processor takes of payments: the first entry whose stated members all match the payment applies. */
	processing_fees?: ProcessingFees | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** Whether the account is in use. */
	status?: ("active" | "inactive" | (string & {})) | null;
	/** Whether no real money moves. */
	test_mode?: boolean | null;
};
export type CreateCustomerRequest = {
	address?: AddressDetails | null;
	/** An identifier of the merchant's choice, up to 64 letters, digits, `_` and `-`. */
	customer_id?: Identifier | null;
	/** Anything to be noted about the customer. */
	description?: string | null;
	/** The customer's identity document, which some countries ask for. */
	document_details?: DocumentDetails | null;
	/** The email address of the customer. */
	email?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: Metadata | null;
	/** The name of the customer. */
	name?: string | null;
	/** The phone number, without the country code. */
	phone?: string | null;
	/** The dialling code of the phone number, such as `+1`. */
	phone_country_code?: string | null;
	/** The number under which tax authorities know it. */
	tax_registration_id?: string | null;
};
export type CreateEphemeralKeyRequest = {
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: Identifier;
};
export type CreateFileRequest = {
	/** The dispute: it begins with `dp_`. */
	dispute_id?: string;
	/**
	 * Format: binary
	 * The content of the file.
	 */
	file?: string;
	/** What the file is for. */
	purpose?: string;
};
export type CreateFileResponse = {
	/** The file, as an upload answered it. */
	file_id: string;
};
export type CreateGsmRequest = {
	/** Whether to try again with the card number instead of a network token. */
	clear_pan_possible: boolean;
	/** The error code of the connector. */
	code: string;
	/** The connector, by its name, such as `stripe_test`. */
	connector: ConnectorName;
	/** Whether to try again, and how. */
	decision: GsmDecision;
	/** What it is about, in words of the caller. */
	description?: string | null;
	/** What kind of error it is. */
	error_category?: GsmErrorCategory | null;
	/** What the rule decides about. */
	feature?: GsmFeature | null;
	/** What the rule decides. */
	feature_data?: GsmFeatureData | null;
	/** What the connector was asked to do. */
	flow: string;
	/** The error message of the connector. */
	message: string;
	/** A note for people. */
	router_error?: string | null;
	/** Why it failed, in a code that is the same for all connectors. */
	standardised_code?: StandardisedCode | null;
	/** The status that the connector answered. */
	status: string;
	/** Whether to try again with 3-D Secure. */
	step_up_possible: boolean;
	/** What exactly the connector was asked to do. */
	sub_flow: string;
	/** Why it failed, in a code that is the same for all connectors. */
	unified_code?: string | null;
	/** Why it failed, in words that are the same for all connectors. */
	unified_message?: string | null;
	/** What to tell the customer. */
	user_guidance_message?: string | null;
};
export type CreateOrganizationRequest = {
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** Anything that is to be noted about the organization. */
	organization_details?: JsonObject | null;
	/** The name of the organization. */
	organization_name: string;
};
export type CreatePaymentMethodRequest = {
	/** A transfer that the customer makes. */
	bank_transfer?: BankTransfer | null;
	/** The data of a bank transfer. */
	bank_transfer_data?: SourceBankData | null;
	/** The billing address, with phone and email. */
	billing?: Address | null;
	card?: CardDetail | null;
	/** The network of the card, such as `Visa`. */
	card_network?: string | null;
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret?: string | null;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id?: Identifier | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: Metadata | null;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method?: VocabularyPaymentMethod | null;
	/** The data of the payment method, under the name of its family. */
	payment_method_data?: CompletingData | null;
	/** Who issued the payment method. */
	payment_method_issuer?: DisplayName | null;
	/** Who issued the payment method, as a code. */
	payment_method_issuer_code?: ("jp_hdfc" | "jp_icici" | "jp_googlepay" | "jp_applepay" | "jp_phonepay" | "jp_wechat" | "jp_sofort" | "jp_giropay" | "jp_sepa" | "jp_bacs" | (string & {})) | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type?: PaymentMethodType | null;
	wallet?: Wallet | null;
};
export type CreatePayoutRequest = {
	/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
	amount: number;
	/** Whether the payout is made as soon as it is confirmed. */
	auto_fulfill?: boolean | null;
	/** The billing address, with phone and email. */
	billing?: Address | null;
	/** The customer's browser or device, which 3-D Secure asks for. */
	browser_info?: BrowserInfo | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	business_country?: Country | null;
	/** Which of its businesses a merchant means. */
	business_label?: string | null;
	/** The secret that lets a recipient's browser or app confirm this one payout, together with the publishable key. */
	client_secret?: string | null;
	/** Whether to confirm at once. */
	confirm?: boolean | null;
	/** The connector, by its name, such as `stripe_test`. */
	connector?: PayoutConnector[] | null;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency;
	customer?: CustomerDetails | null;
	/** The recipient, as a customer of the merchant. */
	customer_id?: Identifier | null;
	/** What it is about, in words of the caller. */
	description?: string | null;
	email?: Email | null;
	/** What kind of recipient it is. */
	entity_type?: PayoutEntityType | null;
	merchant_id?: Identifier | null;
	/** The merchant's own reference of the order. */
	merchant_order_reference_id?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	name?: string | null;
	/** The payout: its merchant may choose the identifier, else it begins with `payout_`. */
	payout_id?: Identifier | null;
	/** A page on which the recipient says where the money goes. */
	payout_link?: boolean | null;
	/** How payout links look and behave. */
	payout_link_config?: PayoutLinkConfig2 | null;
	/** Where the money goes: a card, a bank account or a wallet. */
	payout_method_data?: PayoutMethodData | null;
	/** The stored destination: it begins with `pm_`. */
	payout_method_id?: string | null;
	/** What stands for a stored destination. */
	payout_token?: string | null;
	/** What is paid to, by its family: `card`, `bank`, `wallet` and so on. */
	payout_type?: PayoutType | null;
	/** The phone number, without the country code. */
	phone?: string | null;
	/** The dialling code of the phone number, such as `+1`. */
	phone_country_code?: string | null;
	/** How fast the money is to arrive. */
	priority?: PayoutPriority | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** Whether the destination is stored for later payouts. */
	recurring?: boolean | null;
	/** Where the customer is sent afterwards. */
	return_url?: string | null;
	/** How the connector is chosen. */
	routing?: JsonObject | null;
	/** How long a customer may take to pay, in seconds. */
	session_expiry?: number | null;
	/** The account of the merchant that the money comes from. */
	source_bank_data?: SourceBankData | null;
};
export type CreateProfileAcquirerRequest = {
	/** The number that the acquirer has given the merchant. */
	acquirer_assigned_merchant_id?: string | null;
	/** The number of the acquirer at the card network. */
	acquirer_bin?: string | null;
	/** The country of the acquirer. */
	acquirer_country_code?: string | null;
	/** The share of fraud at the acquirer, in percent. */
	acquirer_fraud_rate?: number | null;
	/** The number of the acquirer at Mastercard. */
	acquirer_ica?: string | null;
	/** Whether it is used where none is named. */
	is_default?: boolean | null;
	/** The name of the merchant. */
	merchant_name?: string | null;
	network: CardNetwork;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: Identifier;
};
export type CreateRefundRequest = {
	/** Whether to answer with everything that the connector sent, in `whole_connector_response`. */
	all_keys_required?: boolean | null;
	/** How much goes back, in minor units; all that is left of the payment unless stated. */
	amount?: number | null;
	/** Credentials for this one request. */
	merchant_connector_details?: MerchantConnectorDetails | null;
	merchant_id?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: Metadata | null;
	/** The payment whose money goes back. */
	payment_id: Identifier;
	/** Why the money goes back, in words of the merchant. */
	reason?: string | null;
	/** An identifier of the merchant's choice, up to 64 letters, digits, `_` and `-`. */
	refund_id?: Identifier | null;
	/** `instant` asks the connector at once, `scheduled` later. */
	refund_type?: ("instant" | "scheduled" | (string & {})) | null;
	/** How a refund is divided among the accounts that the payment was divided among. */
	split_refunds?: {
		/** How the refund is divided among accounts at Adyen. */
		adyen_split_refund?: JsonObject;
		/** How the refund is divided among accounts at Stripe. */
		stripe_split_refund?: JsonObject;
		/** How the refund is divided among accounts at Xendit. */
		xendit_split_refund?: JsonObject;
	} | null;
};
export type CreateRoutingRequest = {
	/** The algorithm: a single connector, an order of connectors, a split by volume, rules, or the least cost. */
	algorithm?: WrittenAlgorithm | null;
	/** What it is about, in words of the caller. */
	description?: string | null;
	name?: string | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** Whether it is about payments or payouts. */
	transaction_type?: AlgorithmFor | null;
};
export type CreateWebhookEndpointRequest = {
	/** Whether it is on. */
	enabled?: boolean | null;
	/** Only events of these types; an empty list stands for the usual ones. */
	event_types?: EventType[] | null;
	/** Headers that webhooks are sent with. */
	headers?: {
		[key: string]: string;
	} | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** The secret that signs the webhooks of the endpoint. */
	secret?: string | null;
	url: string;
};
export type Crypto = {
	network?: string | null;
	pay_currency?: string | null;
};
export type CtpServiceDetails = {
	/** The identifier that joins the requests of one Click to Pay checkout. */
	correlation_id?: string | null;
	/** The card, as Click to Pay encrypted it. */
	encrypted_payload?: string | null;
	/** The identifier that Click to Pay gave the checkout. */
	merchant_transaction_id?: string | null;
	/** The company that provides it. */
	provider?: ("visa" | "mastercard" | (string & {})) | null;
	/** The identifier of the flow of Click to Pay. */
	x_src_flow_id?: string | null;
};
export type Currency = "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STD" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWL" | (string & {});
export type Customer = {
	/** The customer's identity document, which some countries ask for. */
	customer_document_details: CustomerDocument | null;
	email: string | null;
	id: string | null;
	name: string | null;
	/** The phone number, without the country code. */
	phone: string | null;
	/** The dialling code of the phone number, such as `+1`. */
	phone_country_code: string | null;
};
export type CustomerAcceptance = {
	/** Whether the customer agreed online or offline. */
	acceptance_type: "online" | "offline" | (string & {});
	/** When the customer agreed, ISO 8601. */
	accepted_at?: Timestamp | null;
	/** From where the customer agreed. */
	online?: ({
		/** The IP address of the customer. */
		ip_address?: string | null;
		/** What the browser calls itself. */
		user_agent: string;
	}) | null;
};
export type CustomerDetails = {
	/** The customer's identity document, which some countries ask for. */
	document_details?: CustomerDocument | null;
	email?: Email | null;
	id?: Identifier | null;
	name?: string | null;
	/** The phone number, without the country code. */
	phone?: string | null;
	/** The dialling code of the phone number, such as `+1`. */
	phone_country_code?: string | null;
	/** The number under which tax authorities know it. */
	tax_registration_id?: string | null;
};
export type CustomerDocument = {
	/** The number of the document. */
	document_number: string;
	/** What kind of document it is, such as `cpf`. */
	document_type: "cpf" | "cnpj" | "psn" | "other" | (string & {});
};
export type CustomerPaymentMethodResponse = {
	bank: {
		/** The last digits of the account number. */
		mask: string;
	} | null;
	/** The billing address, with phone and email. */
	billing: ({
		address: AddressDetailsResponse | null;
		email: string | null;
		/** The phone number, without the country code. */
		phone: PhoneDetails | null;
	}) | null;
	card: Card | null;
	/** When it was created, ISO 8601 in UTC. */
	created: string;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string;
	/** Whether it is the customer's default. */
	default_payment_method_set: boolean;
	/** Whether payment in installments is possible. */
	installment_payment_enabled: boolean;
	/** When it was last paid with, ISO 8601 in UTC. */
	last_used_at: string;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** How the customer pays with it, such as by a redirect or in an app. */
	payment_experience: PaymentExperience[];
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: string | null;
	/** The stored payment method: it begins with `pm_`. */
	payment_method_id: string;
	/** Who issued the payment method. */
	payment_method_issuer: string | null;
	/** Who issued the payment method, as a code. */
	payment_method_issuer_code: string | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: string | null;
	/** What stands for a stored payment method for a few minutes, as a list of payment methods answers it. */
	payment_token: string;
	/** Whether it can be charged again without the customer. */
	recurring_enabled: boolean;
	/** Whether the verification code has to be asked for again. */
	requires_cvv: boolean;
	/** What is added to the amount for the payment method. */
	surcharge_details: JsonObject | null;
};
export type CustomerPaymentMethodsResponse = {
	/** The payment methods of the customer. */
	customer_payment_methods: CustomerPaymentMethodResponse[];
	/** Whether the payment has no customer. */
	is_guest_customer: boolean | null;
};
/** A customer of a merchant. */
export type CustomerResponse = {
	address: AddressDetailsResponse | null;
	/** When it was created, ISO 8601 in UTC. */
	created_at: string;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string;
	/** The payment method that is the customer's default. */
	default_payment_method_id: string | null;
	/** Anything that was noted about the customer. */
	description: string | null;
	/** The customer's identity document, which some countries ask for. */
	document_details: DocumentDetails | null;
	/** The email address of the customer. */
	email: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** The name of the customer. */
	name: string | null;
	/** The phone number, without the country code. */
	phone: string | null;
	/** The dialling code of the phone number, such as `+1`. */
	phone_country_code: string | null;
	/** The number under which tax authorities know it. */
	tax_registration_id: string | null;
};
export type CustomMessageForPaymentMethodTypes = {
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
	/** The payment methods of one family. */
	payment_method_types: PaymentMethodTypes[];
};
export type DataKind = "payment_method" | "card_bin" | "extended_card_bin" | (string & {});
export type DeactivateRoutingRequest = {
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** Whether it is about payments or payouts. */
	transaction_type?: AlgorithmFor | null;
};
export type DecidedGateway = {
	/** The account that would be tried first, as `connector:account`. */
	decided_gateway: string | null;
	/** The first account of the fallback list. */
	gateway_before_evaluation: string | null;
	/** The success rate of each account for such payments, from 0 to 1; null where none is learned. */
	gateway_priority_map: {
		[key: string]: number;
	} | null;
	/** What decided: such as `rule_based_routing` or `default_fallback`. */
	routing_approach: string | null;
};
export type DecideGatewayRequest = {
	/** Connectors, or accounts as `connector:account`, that may be chosen; all enabled ones unless stated. */
	eligibleGatewayList?: string[] | null;
	/** Whether accounts that fail technically go last; true unless stated. */
	eliminationEnabled?: boolean | null;
	/** The profile that is asked about; the merchant’s id stands for its usual profile. */
	merchantId: Identifier;
	paymentInfo: {
		/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
		amount: number;
		/** The first digits of the card. */
		cardIsin: string;
		/** The currency, as three letters of ISO 4217. */
		currency: string;
		/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
		metadata: string;
		paymentId: Identifier;
		paymentMethod: string;
		paymentMethodType: string;
		paymentType: string;
	};
	/** `SR_BASED_ROUTING` by what was learned, `PL_BASED_ROUTING` by the fallback list; `NTW_BASED_ROUTING` is refused. */
	rankingAlgorithm?: ("SR_BASED_ROUTING" | "PL_BASED_ROUTING" | "NTW_BASED_ROUTING" | (string & {})) | null;
};
export type DecisionRecord = {
	/** When it was created, ISO 8601 in UTC. */
	created_at: number;
	/** When it last changed, ISO 8601 in UTC. */
	modified_at: number;
	name: string;
	/** Rules, of which the first that applies decides, and a default. */
	program: JsonObject;
};
export type DefaultPaymentMethodResponse = {
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string;
	/** The payment method that is the customer's default. */
	default_payment_method_id: string;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: string | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: string | null;
};
export type DeleteCardIssuerResponse = {
	/** Whether the issuer is removed. */
	deleted: boolean;
	/** The identifier of the issuer. */
	id: string;
};
export type DeleteConnectorAccountResponse = {
	/** Whether it was deleted. */
	deleted: boolean;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id: string;
	merchant_id: string;
};
export type DeleteCustomerResponse = {
	/** Whether the address of the customer was deleted. */
	address_deleted: boolean;
	/** Whether the customer was deleted. */
	customer_deleted: boolean;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string;
	/** Whether the stored payment methods of the customer were deleted. */
	payment_methods_deleted: boolean;
};
export type DeletedEphemeralKeyResponse = {
	/** When it was created, ISO 8601 in UTC. */
	created_at: number;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string;
	/** When it ends, in seconds since 1970. */
	expires: number;
	id: string;
	merchant_id: string;
	secret: null;
};
export type DeleteEvidenceRequest = {
	/** The dispute: it begins with `dp_`. */
	dispute_id: Identifier;
	/** What the file proves. */
	evidence_type: EvidenceType;
};
export type DeleteGsmResponse = {
	/** The error code of the connector. */
	code: string;
	/** The connector, by its name, such as `stripe_test`. */
	connector: ConnectorName;
	/** What the connector was asked to do. */
	flow: string;
	/** Whether there was such a rule. */
	gsm_rule_delete: boolean;
	/** What exactly the connector was asked to do. */
	sub_flow: string;
};
export type DeletePaymentMethodResponse = {
	/** Whether it was deleted. */
	deleted: boolean;
	/** The stored payment method: it begins with `pm_`. */
	payment_method_id: string;
};
export type DeleteWebhookEndpointResponse = {
	/** Whether it is deleted. */
	deleted: boolean;
	/** The endpoint; the identifier of the profile for its `webhook_url`. */
	endpoint_id: string;
};
export type DeliveryState = "waiting" | "delivered" | "undelivered" | "stopped" | (string & {});
/** Why the payment method would not be accepted. */
export type Deny = {
	/** What is to be said about it. */
	message: string;
};
export type DescribedCard = {
	/** The code with which the issuer authorized the payment. */
	auth_code: string | null;
	/** What the authentication of the customer gave. */
	authentication_data: unknown;
	/** The month in which the card expires, two digits. */
	card_exp_month: string | null;
	/** The year in which the card expires, two or four digits. */
	card_exp_year: string | null;
	/** The first eight digits of the card number. */
	card_extended_bin: string | null;
	/** The name on the card. */
	card_holder_name: string | null;
	/** The first six digits of the card number. */
	card_isin: string | null;
	/** The bank that issued the card. */
	card_issuer: string | null;
	/** The country in which the card was issued. */
	card_issuing_country: string | null;
	/** The network of the card, such as `Visa`. */
	card_network: CardNetwork | null;
	/** What kind of card it is. */
	card_type: string | null;
	/** The last four digits of the card number. */
	last4: string | null;
	/** What the issuer found about address and verification code. */
	payment_checks: unknown;
};
export type DeviceChannel = "APP" | "BRW" | (string & {});
export type DisabledWebhookEndpoint = {
	/** Why it is switched off: `requested` where the merchant asked for it, `failing` where it took nothing for five days. */
	disabled_reason: string;
	/** Since when it is switched off, ISO 8601 in UTC. */
	disabled_since: string;
	/** Whether it is on. */
	enabled: boolean;
	/** The endpoint; the identifier of the profile for its `webhook_url`. */
	endpoint_id: string;
	merchant_id: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
};
export type DisplayName = string;
export type DisputeEvidenceBlock = {
	/** What the file proves. */
	evidence_type: EvidenceType;
	/** What is known about the file. */
	file_metadata_response: {
		/** Whether the file can be downloaded here. */
		available: boolean;
		/** The file, as an upload answered it. */
		file_id: string;
		/** The name of the file. */
		file_name: string | null;
		/** The size of the file, in bytes. */
		file_size: number;
		/** The media type of the file. */
		file_type: string;
	};
};
export type DisputeInPayment = {
	/** The amount that is contested, in minor units, as text. */
	amount: string;
	/** Until when evidence may be submitted, ISO 8601 in UTC. */
	challenge_required_by: Timestamp | null;
	/** When the connector says that it came about. */
	connector_created_at: Timestamp | null;
	/** The connector's own identifier of the dispute. */
	connector_dispute_id: string;
	/** The reason, in words of the connector. */
	connector_reason: string | null;
	/** The reason, as a code of the connector. */
	connector_reason_code: string | null;
	/** The status, in words of the connector. */
	connector_status: string;
	/** When the connector says that it last changed. */
	connector_updated_at: Timestamp | null;
	/** When it was created, ISO 8601 in UTC. */
	created_at: Timestamp;
	/** The dispute: it begins with `dp_`. */
	dispute_id: string;
	/** How far the dispute has gone: from an inquiry to arbitration. */
	dispute_stage: DisputeStage;
	/** How things stand with the dispute. */
	dispute_status: DisputeStatus;
};
export type DisputePollingInterval = number;
export type DisputeResponse = {
	/** The amount that is contested, in minor units, as text. */
	amount: string;
	/** The attempt: the identifier of its object and a number. */
	attempt_id: string;
	/** Until when evidence may be submitted, ISO 8601 in UTC. */
	challenge_required_by: Timestamp | null;
	/** The connector, by its name, such as `stripe_test`. */
	connector: string;
	/** When the connector says that it came about. */
	connector_created_at: Timestamp | null;
	/** The connector's own identifier of the dispute. */
	connector_dispute_id: string;
	/** The reason, in words of the connector. */
	connector_reason: string | null;
	/** The reason, as a code of the connector. */
	connector_reason_code: string | null;
	/** The status, in words of the connector. */
	connector_status: string;
	/** When the connector says that it last changed. */
	connector_updated_at: Timestamp | null;
	/** When it was created, ISO 8601 in UTC. */
	created_at: Timestamp;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency;
	/** The dispute: it begins with `dp_`. */
	dispute_id: string;
	/** How far the dispute has gone: from an inquiry to arbitration. */
	dispute_stage: DisputeStage;
	/** How things stand with the dispute. */
	dispute_status: DisputeStatus;
	/** Whether refunds and lost disputes together exceed what was captured. */
	is_already_refunded: boolean;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id: string | null;
	/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
	payment_id: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string | null;
};
export type DisputesByStatus = {
	/** How many disputes there are in each status. */
	status_with_count: {
		[key: string]: number;
	};
};
/** How far a dispute has gone: from an inquiry before it to arbitration after it. */
export type DisputeStage = "pre_dispute" | "dispute" | "pre_arbitration" | "arbitration" | "dispute_reversal" | (string & {});
/** How things stand with a dispute. */
export type DisputeStatus = "dispute_opened" | "dispute_expired" | "dispute_accepted" | "dispute_cancelled" | "dispute_challenged" | "dispute_won" | "dispute_lost" | (string & {});
export type DocumentDetails = {
	/** The number of the document. */
	document_number: string;
	/** What kind of document it is, such as `cpf`. */
	document_type: "cpf" | "cnpj" | "psn" | "other" | (string & {});
};
export type DynamicRoutingFeatures = "metrics" | "dynamic_connector_selection" | "none" | (string & {});
export type EligibilityCheckResponse = {
	/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
	payment_id: string;
	sdk_next_action: SdkNextAction2;
};
export type EligibilityRequest = {
	/** The customer's browser or device, which 3-D Secure asks for. */
	browser_info?: BrowserInfo | null;
	/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
	client_secret?: string | null;
	/** The data of the payment method, under the name of its family. */
	payment_method_data?: ({
		/** The billing address, with phone and email. */
		billing?: unknown;
		card?: {
			card_number: CardNumber;
		} | null;
	}) | null;
	/** What is paid with, within its family. */
	payment_method_subtype?: PaymentMethodType | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: VocabularyPaymentMethod;
	/** What stands for a stored payment method for a few minutes, as a list of payment methods answers it. */
	payment_token?: string | null;
};
export type EligibilityResponse = {
	/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
	payment_id: string;
	sdk_next_action: SdkNextAction2;
	/** What is added to the amount for the payment method. */
	surcharge_details: SurchargeResponse | null;
};
export type EliminationConfig = {
	/** The same in the words of another engine; its members count where `config` states none. */
	decision_engine_configs?: {
		/** The part of the bucket from which an account goes last: above 0, up to 1. */
		threshold: number;
	} | null;
	/** The buckets that technical failures fill. */
	elimination_analyser_config?: ({
		/** Seconds in which one failure leaks out of the bucket; 60 unless stated. */
		bucket_leak_interval_in_secs?: number | null;
		/** How many technical failures fill an account’s bucket; 5 unless stated. */
		bucket_size?: number | null;
	}) | null;
	/** What payments are told apart by; `PaymentMethod` alone unless stated. */
	params?: GroupingParam[] | null;
};
/** Format: email */
export type Email = string;
export type EnabledPaymentMethods = {
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
	/**
	 * The payment methods of one family.
	 * @default null
	 */
	payment_method_types?: (({
			/**
			 * Countries that are accepted, or that are not, as two letters of ISO 3166-1.
			 * @default null
			 */
			accepted_countries?: OneOf<[{
				list: Country[];
				/** How the list is meant: `enable_only` these, or `disable_only` these. */
				type: "enable_only";
			}, {
				list: Country[];
				/** How the list is meant: `enable_only` these, or `disable_only` these. */
				type: "disable_only";
			}, AcceptedCurrencies]> | null;
			/**
			 * Currencies that are accepted, or that are not, as three letters of ISO 4217.
			 * @default null
			 */
			accepted_currencies?: OneOf<[{
				list: Currency[];
				/** How the list is meant: `enable_only` these, or `disable_only` these. */
				type: "enable_only";
			}, {
				list: Currency[];
				/** How the list is meant: `enable_only` these, or `disable_only` these. */
				type: "disable_only";
			}, AcceptedCurrencies]> | null;
			/** @default null */
			card_networks?: CardNetwork[] | null;
			/**
			 * Whether payment in installments is possible.
			 * @default null
			 */
			installment_payment_enabled?: boolean | null;
			/**
			 * The largest amount that is accepted, in minor units.
			 * @default null
			 */
			maximum_amount?: number | null;
			/**
			 * The smallest amount that is accepted, in minor units.
			 * @default null
			 */
			minimum_amount?: number | null;
			/**
			 * How the customer pays with it, such as by a redirect or in an app.
			 * @default null
			 */
			payment_experience?: PaymentExperience | null;
			/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
			payment_method_type: PaymentMethodType;
			/**
			 * Whether it can be charged again without the customer.
			 * @default null
			 */
			recurring_enabled?: boolean | null;
		})[]) | null;
};
export type EnabledPaymentMethods2 = {
	/** A family of payment methods: only `card` can be saved. */
	payment_method: VocabularyPaymentMethod;
	/** The types of the family. */
	payment_method_types: PaymentMethodType[];
};
export type EnabledPaymentMethods3 = {
	/** What is paid to, by its family. */
	payment_method: VocabularyPaymentMethod;
	/** The payment methods of one family. */
	payment_method_types: PaymentMethodType[];
};
export type EphemeralKeyResponse = {
	/** When it was created, ISO 8601 in UTC. */
	created_at: number;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string;
	/** When it ends, in seconds since 1970. */
	expires: number;
	id: string;
	merchant_id: string;
	secret: string;
};
export type ErrorDetails = {
	/** Why it failed, in words of the connector. */
	connector_details: ({
		code: string | null;
		/** What is to be said about it. */
		message: string | null;
		reason: string | null;
	}) | null;
	/** Why it failed, in words of the issuer. */
	issuer_details: ({
		code: string | null;
		/** What is to be said about it. */
		message: string | null;
		/** What the network said. */
		network_details: ({
			/** The code of the network's advice after a decline. */
			advice_code: string | null;
			/** The network's advice after a decline. */
			advice_message: string | null;
			name: CardNetwork | null;
		}) | null;
	}) | null;
	/** Why it failed, in words that are the same for all connectors. */
	unified_details: ({
		category: string | null;
		/** What it is about, in words of the caller. */
		description: string | null;
		/** What is to be said about it. */
		message: string | null;
		/** What to do about it. */
		recommended_action: string | null;
		/** Why it failed, in a code that is the same for all connectors. */
		standardised_code: string | null;
		/** What to tell the customer. */
		user_guidance_message: string | null;
	}) | null;
};
export type EvaluatedRouting = {
	/** The enabled accounts of the profile, in fallback order. */
	eligible_connectors: RoutableChoice[];
	/** The accounts that were decided for, in order. */
	evaluated_output: RoutableChoice[];
	/** How it was decided. */
	output: {
		/** The routing algorithm: it begins with `routing_`. */
		routing_algorithm_id: string | null;
		/** What decided: such as `rule_based_routing` or `default_fallback`. */
		routing_approach: string;
		/** The rule that was true. */
		rule: string | null;
		/** Why the algorithm could not be used. */
		trouble: string | null;
	};
	/** How things stand with it. */
	status: "success" | "fallback" | (string & {});
};
export type EvaluateRoutingRequest = {
	/** The profile that is asked about; the merchant’s id stands for its usual profile. */
	created_by: Identifier;
	/** The accounts to answer with where no algorithm decides. */
	fallback_output?: {
			gateway_id: Identifier;
			gateway_name: RoutableConnector;
		}[] | null;
	/** The facts of the payment, by their keys in rules. */
	parameters: {
		[key: string]: OneOf<[{
			/** What kind of thing it is. */
			type: "number";
			value: number;
		}, {
			/** What kind of thing it is. */
			type: "enum_variant";
			value: string;
		}, {
			/** What kind of thing it is. */
			type: "str_value";
			value: string;
		}, {
			/** What kind of thing it is. */
			type: "metadata_variant";
			value: {
				/** The name under which it stands. */
				key: string;
				value: string;
			};
		}]>;
	};
	/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
	payment_id?: Identifier | null;
};
export type EventAttemptResponse = {
	/** When it was created, ISO 8601 in UTC. */
	created: string;
	/** Which attempt it is: the first, an automatic one, or one that was asked for. */
	delivery_attempt: "initial_attempt" | "automatic_retry" | "manual_retry" | (string & {});
	/** The endpoint that gets the event; absent for the `webhook_url`. */
	endpoint_id?: string;
	/** What the event is about. */
	event_class: string;
	/** The event: it begins with `evt_`. */
	event_id: string;
	event_type: string;
	/** The event of the first attempt. */
	initial_attempt_id: string;
	/** Whether the event arrived. */
	is_delivery_successful: boolean;
	merchant_id: string;
	/** The payment, refund, dispute, mandate or payout that the event is about. */
	object_id: string;
	/** The merchant account that processes the payment: the same as `merchant_id`. */
	processor_merchant_id: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	request: {
		/** The body, as text. */
		body: string;
		headers: [string, string][];
	};
	/** What the server of the merchant answered. */
	response: {
		/** The body, as text. */
		body: string | null;
		/** Why it failed, in words of the connector. */
		error_message: string | null;
		headers: null;
		/** The HTTP status that the server of the merchant answered. */
		status_code: number | null;
	};
};
export type EventClass = "payments" | "refunds" | "disputes" | "mandates" | "payouts" | "subscriptions" | "webhook_endpoints" | (string & {});
export type EventRetryResponse = {
	/** When it was created, ISO 8601 in UTC. */
	created: string;
	/** Only events that came about after this time, ISO 8601. */
	created_after: string;
	/** Only events that came about before this time, ISO 8601. */
	created_before: string;
	/** When it was completed or stopped, ISO 8601 in UTC. */
	ended: string | null;
	/** The endpoint that gets the event; absent for the `webhook_url`. */
	endpoint_id?: string;
	/** Only events about these. */
	event_classes?: string[];
	/** Only events of these types. */
	event_types?: string[];
	/** How many events are sent again in a second, from 1 to 50; 10 unless stated. */
	events_per_second: number;
	merchant_id: string;
	/** The payment, refund, dispute, mandate or payout that the event is about. */
	object_id?: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: string;
	/** Events up to this time were handled, ISO 8601 in UTC. */
	reached: string | null;
	/** Why it was ordered: `requested`, or because an endpoint was `switched_on` again. */
	reason: "requested" | "switched_on" | (string & {});
	/** The order to send events again. */
	retry_id: string;
	/** How many events it has sent again, at least: of a step that died it counts none. */
	sent: number;
	/** How many events it left out, because their receiver is gone or switched off. */
	skipped: number;
	/** Whether it is running, completed or stopped. */
	status: "running" | "completed" | "stopped" | (string & {});
	/** Who stopped it: `requested`, or `endpoint_gone` when its endpoint is gone or switched off. */
	stopped_because?: "requested" | "endpoint_gone" | (string & {});
};
export type EventType = "payment_created" | "payment_succeeded" | "payment_failed" | "payment_processing" | "payment_cancelled" | "payment_cancelled_post_capture" | "payment_authorized" | "payment_partially_authorized" | "payment_captured" | "payment_expired" | "action_required" | "refund_succeeded" | "refund_failed" | "dispute_opened" | "dispute_expired" | "dispute_accepted" | "dispute_cancelled" | "dispute_challenged" | "dispute_won" | "dispute_lost" | "mandate_active" | "mandate_revoked" | "payout_success" | "payout_failed" | "payout_initiated" | "payout_processing" | "payout_cancelled" | "payout_expired" | "payout_reversed" | "invoice_paid" | "webhook_endpoint_disabled" | (string & {});
export type EventType2 = {
	specific_event: EventType;
};
export type EvidenceType = "cancellation_policy" | "customer_communication" | "customer_signature" | "receipt" | "refund_policy" | "service_documentation" | "shipping_documentation" | "invoice_showing_distinct_transactions" | "recurring_transaction_agreement" | "uncategorized_file" | (string & {});
export type ExchangeBankAccountsRequest = {
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret?: string | null;
	/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
	payment_id: Identifier;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType;
	/** The token of the finished session, which the page gets from the service. */
	public_token: string;
};
export type ExchangeRates = {
	/** The currency to which the factors lead. */
	base_currency: Currency;
	/** The factors of each currency. */
	conversion: {
		[key: string]: {
			/** What one unit of the currency is in the base currency. */
			from_factor: Factor;
			/** What one unit of the base currency is in the currency. */
			to_factor: Factor;
		};
	};
};
export type ExchangeRatesResponse = {
	data: ExchangeRates;
	/** When the rates were set, in seconds since 1970. */
	timestamp: number;
};
export type ExecuteDecisionRequest = {
	/** The acquirer: its country, and its rate of fraud. */
	acquirer?: ({
		/** The country, as two letters of ISO 3166-1. */
		country: "Andorra" | "UnitedArabEmirates" | "Afghanistan" | "AntiguaAndBarbuda" | "Anguilla" | "Albania" | "Armenia" | "Angola" | "Antarctica" | "Argentina" | "AmericanSamoa" | "Austria" | "Australia" | "Aruba" | "AlandIslands" | "Azerbaijan" | "BosniaAndHerzegovina" | "Barbados" | "Bangladesh" | "Belgium" | "BurkinaFaso" | "Bulgaria" | "Bahrain" | "Burundi" | "Benin" | "SaintBarthelemy" | "Bermuda" | "BruneiDarussalam" | "BoliviaPlurinationalState" | "BonaireSintEustatiusAndSaba" | "Brazil" | "Bahamas" | "Bhutan" | "BouvetIsland" | "Botswana" | "Belarus" | "Belize" | "Canada" | "CocosKeelingIslands" | "CongoDemocraticRepublic" | "CentralAfricanRepublic" | "Congo" | "Switzerland" | "CotedIvoire" | "CookIslands" | "Chile" | "Cameroon" | "China" | "Colombia" | "CostaRica" | "Cuba" | "CaboVerde" | "Curacao" | "ChristmasIsland" | "Cyprus" | "Czechia" | "Germany" | "Djibouti" | "Denmark" | "Dominica" | "DominicanRepublic" | "Algeria" | "Ecuador" | "Estonia" | "Egypt" | "WesternSahara" | "Eritrea" | "Spain" | "Ethiopia" | "Finland" | "Fiji" | "FalklandIslandsMalvinas" | "MicronesiaFederatedStates" | "FaroeIslands" | "France" | "Gabon" | "UnitedKingdomOfGreatBritainAndNorthernIreland" | "Grenada" | "Georgia" | "FrenchGuiana" | "Guernsey" | "Ghana" | "Gibraltar" | "Greenland" | "Gambia" | "Guinea" | "Guadeloupe" | "EquatorialGuinea" | "Greece" | "SouthGeorgiaAndTheSouthSandwichIslands" | "Guatemala" | "Guam" | "GuineaBissau" | "Guyana" | "HongKong" | "HeardIslandAndMcDonaldIslands" | "Honduras" | "Croatia" | "Haiti" | "Hungary" | "Indonesia" | "Ireland" | "Israel" | "IsleOfMan" | "India" | "BritishIndianOceanTerritory" | "Iraq" | "IranIslamicRepublic" | "Iceland" | "Italy" | "Jersey" | "Jamaica" | "Jordan" | "Japan" | "Kenya" | "Kyrgyzstan" | "Cambodia" | "Kiribati" | "Comoros" | "SaintKittsAndNevis" | "KoreaDemocraticPeoplesRepublic" | "KoreaRepublic" | "Kuwait" | "CaymanIslands" | "Kazakhstan" | "LaoPeoplesDemocraticRepublic" | "Lebanon" | "SaintLucia" | "Liechtenstein" | "SriLanka" | "Liberia" | "Lesotho" | "Lithuania" | "Luxembourg" | "Latvia" | "Libya" | "Morocco" | "Monaco" | "MoldovaRepublic" | "Montenegro" | "SaintMartinFrenchpart" | "Madagascar" | "MarshallIslands" | "MacedoniaTheFormerYugoslavRepublic" | "Mali" | "Myanmar" | "Mongolia" | "Macao" | "NorthernMarianaIslands" | "Martinique" | "Mauritania" | "Montserrat" | "Malta" | "Mauritius" | "Maldives" | "Malawi" | "Mexico" | "Malaysia" | "Mozambique" | "Namibia" | "NewCaledonia" | "Niger" | "NorfolkIsland" | "Nigeria" | "Nicaragua" | "Netherlands" | "Norway" | "Nepal" | "Nauru" | "Niue" | "NewZealand" | "Oman" | "Panama" | "Peru" | "FrenchPolynesia" | "PapuaNewGuinea" | "Philippines" | "Pakistan" | "Poland" | "SaintPierreAndMiquelon" | "Pitcairn" | "PuertoRico" | "PalestineState" | "Portugal" | "Palau" | "Paraguay" | "Qatar" | "Reunion" | "Romania" | "Serbia" | "RussianFederation" | "Rwanda" | "SaudiArabia" | "SolomonIslands" | "Seychelles" | "Sudan" | "Sweden" | "Singapore" | "SaintHelenaAscensionAndTristandaCunha" | "Slovenia" | "SvalbardAndJanMayen" | "Slovakia" | "SierraLeone" | "SanMarino" | "Senegal" | "Somalia" | "Suriname" | "SouthSudan" | "SaoTomeAndPrincipe" | "ElSalvador" | "SintMaartenDutchpart" | "SyrianArabRepublic" | "Swaziland" | "TurksAndCaicosIslands" | "Chad" | "FrenchSouthernTerritories" | "Togo" | "Thailand" | "Tajikistan" | "Tokelau" | "TimorLeste" | "Turkmenistan" | "Tunisia" | "Tonga" | "Turkey" | "TrinidadAndTobago" | "Tuvalu" | "TaiwanProvinceOfChina" | "TanzaniaUnitedRepublic" | "Ukraine" | "Uganda" | "UnitedStatesMinorOutlyingIslands" | "UnitedStatesOfAmerica" | "Uruguay" | "Uzbekistan" | "HolySee" | "SaintVincentAndTheGrenadines" | "VenezuelaBolivarianRepublic" | "VirginIslandsBritish" | "VirginIslandsUS" | "Vietnam" | "Vanuatu" | "WallisAndFutuna" | "Samoa" | "Yemen" | "Mayotte" | "SouthAfrica" | "Zambia" | "Zimbabwe" | (string & {});
		/** The share of fraudulent payments, in the unit that the rules use. */
		fraud_rate?: number | null;
	}) | null;
	customer_device?: ({
		/** The kind of device. */
		device_type?: ("mobile" | "tablet" | "desktop" | "gaming_console" | (string & {})) | null;
		/** The size of its screen, such as `size390x844`. */
		display_size?: string | null;
		/** What the device shows the payment in. */
		platform?: ("web" | "android" | "ios" | (string & {})) | null;
	}) | null;
	/** The card's issuer: its name and its country. */
	issuer?: ({
		/** The country, as two letters of ISO 3166-1. */
		country: "Andorra" | "UnitedArabEmirates" | "Afghanistan" | "AntiguaAndBarbuda" | "Anguilla" | "Albania" | "Armenia" | "Angola" | "Antarctica" | "Argentina" | "AmericanSamoa" | "Austria" | "Australia" | "Aruba" | "AlandIslands" | "Azerbaijan" | "BosniaAndHerzegovina" | "Barbados" | "Bangladesh" | "Belgium" | "BurkinaFaso" | "Bulgaria" | "Bahrain" | "Burundi" | "Benin" | "SaintBarthelemy" | "Bermuda" | "BruneiDarussalam" | "BoliviaPlurinationalState" | "BonaireSintEustatiusAndSaba" | "Brazil" | "Bahamas" | "Bhutan" | "BouvetIsland" | "Botswana" | "Belarus" | "Belize" | "Canada" | "CocosKeelingIslands" | "CongoDemocraticRepublic" | "CentralAfricanRepublic" | "Congo" | "Switzerland" | "CotedIvoire" | "CookIslands" | "Chile" | "Cameroon" | "China" | "Colombia" | "CostaRica" | "Cuba" | "CaboVerde" | "Curacao" | "ChristmasIsland" | "Cyprus" | "Czechia" | "Germany" | "Djibouti" | "Denmark" | "Dominica" | "DominicanRepublic" | "Algeria" | "Ecuador" | "Estonia" | "Egypt" | "WesternSahara" | "Eritrea" | "Spain" | "Ethiopia" | "Finland" | "Fiji" | "FalklandIslandsMalvinas" | "MicronesiaFederatedStates" | "FaroeIslands" | "France" | "Gabon" | "UnitedKingdomOfGreatBritainAndNorthernIreland" | "Grenada" | "Georgia" | "FrenchGuiana" | "Guernsey" | "Ghana" | "Gibraltar" | "Greenland" | "Gambia" | "Guinea" | "Guadeloupe" | "EquatorialGuinea" | "Greece" | "SouthGeorgiaAndTheSouthSandwichIslands" | "Guatemala" | "Guam" | "GuineaBissau" | "Guyana" | "HongKong" | "HeardIslandAndMcDonaldIslands" | "Honduras" | "Croatia" | "Haiti" | "Hungary" | "Indonesia" | "Ireland" | "Israel" | "IsleOfMan" | "India" | "BritishIndianOceanTerritory" | "Iraq" | "IranIslamicRepublic" | "Iceland" | "Italy" | "Jersey" | "Jamaica" | "Jordan" | "Japan" | "Kenya" | "Kyrgyzstan" | "Cambodia" | "Kiribati" | "Comoros" | "SaintKittsAndNevis" | "KoreaDemocraticPeoplesRepublic" | "KoreaRepublic" | "Kuwait" | "CaymanIslands" | "Kazakhstan" | "LaoPeoplesDemocraticRepublic" | "Lebanon" | "SaintLucia" | "Liechtenstein" | "SriLanka" | "Liberia" | "Lesotho" | "Lithuania" | "Luxembourg" | "Latvia" | "Libya" | "Morocco" | "Monaco" | "MoldovaRepublic" | "Montenegro" | "SaintMartinFrenchpart" | "Madagascar" | "MarshallIslands" | "MacedoniaTheFormerYugoslavRepublic" | "Mali" | "Myanmar" | "Mongolia" | "Macao" | "NorthernMarianaIslands" | "Martinique" | "Mauritania" | "Montserrat" | "Malta" | "Mauritius" | "Maldives" | "Malawi" | "Mexico" | "Malaysia" | "Mozambique" | "Namibia" | "NewCaledonia" | "Niger" | "NorfolkIsland" | "Nigeria" | "Nicaragua" | "Netherlands" | "Norway" | "Nepal" | "Nauru" | "Niue" | "NewZealand" | "Oman" | "Panama" | "Peru" | "FrenchPolynesia" | "PapuaNewGuinea" | "Philippines" | "Pakistan" | "Poland" | "SaintPierreAndMiquelon" | "Pitcairn" | "PuertoRico" | "PalestineState" | "Portugal" | "Palau" | "Paraguay" | "Qatar" | "Reunion" | "Romania" | "Serbia" | "RussianFederation" | "Rwanda" | "SaudiArabia" | "SolomonIslands" | "Seychelles" | "Sudan" | "Sweden" | "Singapore" | "SaintHelenaAscensionAndTristandaCunha" | "Slovenia" | "SvalbardAndJanMayen" | "Slovakia" | "SierraLeone" | "SanMarino" | "Senegal" | "Somalia" | "Suriname" | "SouthSudan" | "SaoTomeAndPrincipe" | "ElSalvador" | "SintMaartenDutchpart" | "SyrianArabRepublic" | "Swaziland" | "TurksAndCaicosIslands" | "Chad" | "FrenchSouthernTerritories" | "Togo" | "Thailand" | "Tajikistan" | "Tokelau" | "TimorLeste" | "Turkmenistan" | "Tunisia" | "Tonga" | "Turkey" | "TrinidadAndTobago" | "Tuvalu" | "TaiwanProvinceOfChina" | "TanzaniaUnitedRepublic" | "Ukraine" | "Uganda" | "UnitedStatesMinorOutlyingIslands" | "UnitedStatesOfAmerica" | "Uruguay" | "Uzbekistan" | "HolySee" | "SaintVincentAndTheGrenadines" | "VenezuelaBolivarianRepublic" | "VirginIslandsBritish" | "VirginIslandsUS" | "Vietnam" | "Vanuatu" | "WallisAndFutuna" | "Samoa" | "Yemen" | "Mayotte" | "SouthAfrica" | "Zambia" | "Zimbabwe" | (string & {});
		name?: string | null;
	}) | null;
	/** The payment: its amount in minor units, and its currency. */
	payment: {
		/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
		amount: number;
		/** The currency, as three letters of ISO 4217. */
		currency: Currency;
	};
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method?: ({
		/** Where the card comes from. */
		card_discovery: "manual" | "saved_card" | "click_to_pay" | (string & {});
		/** The network of the card, such as `Visa`. */
		card_network: CardNetwork;
	}) | null;
	/** The routing algorithm: it begins with `routing_`. */
	routing_id: Identifier;
};
export type ExecuteDecisionResponse = {
	/** How the issuer is asked to authenticate the customer, if at all. */
	decision: ThreeDsDecision;
};
export type ExpiryDigits = number | string;
export type ExplainedAttempt = {
	attempt_id: string;
	/** The connector, by its name, such as `stripe_test`. */
	connector: string | null;
	/** Connector accounts, in the order in which they are tried. */
	connectors: Connectors[];
	/** What the payment would have cost at the accounts whose fees are known; empty where nothing was decided by it, or there was no room to keep it. */
	costs: ({
			/** The connector, by its name, such as `stripe_test`. */
			connector: string;
			/** What the payment would cost there, in minor units with up to six decimals. */
			cost: number;
			/** The connector account: it begins with `mca_`. */
			merchant_connector_id: string | null;
		})[];
	/** The attempt whose order of accounts it followed: itself, or the one that it fell through from. */
	decided_at: string | null;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** The accounts that fell out, or came last, and why. */
	excluded: ({
			/** The connector, by its name, such as `stripe_test`. */
			connector: string;
			/** The connector account: it begins with `mca_`. */
			merchant_connector_id: string | null;
			/** The same in words for people. */
			message: string;
			/** Why it fell out. */
			reason: string;
		})[];
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id: string | null;
	/** How many accounts and reasons were not kept for want of room. */
	omitted: number;
	/** The routing algorithm: it begins with `routing_`. */
	routing_algorithm_id: string | null;
	/** What decided: such as `rule_based_routing` or `default_fallback`. */
	routing_approach: string | null;
	/** The rule that was true. */
	rule: string | null;
	/** How things stand with it. */
	status: string;
	/** Why the algorithm could not be used. */
	trouble: string | null;
};
export type ExtendedCardInfoConfig = {
	public_key: string;
	/**
	 * For how long the encrypted card data is kept, in seconds.
	 * @default 900
	 */
	ttl_in_secs?: number | null;
};
export type ExternalVaultConnectorDetails = {
	/** The connector account of the vault. */
	vault_connector_id: Identifier;
	/**
	 * The software with which pages reach the vault.
	 * @default null
	 */
	vault_sdk?: ("vgs_sdk" | "hyperswitch_sdk" | (string & {})) | null;
	/**
	 * Which parts of a card the vault replaces by tokens.
	 * @default null
	 */
	vault_token_selector?: (({
			/**
			 * What kind of token it is.
			 * @default null
			 */
			token_type?: ("card_number" | "card_cvc" | "card_expiry_year" | "card_expiry_month" | "network_token" | "network_token_expiry_year" | "network_token_expiry_month" | "network_token_cryptogram" | (string & {})) | null;
		})[]) | null;
};
export type Factor = string;
export type FallbackList = RoutableChoice[];
export type FeatureMatrixResponse = {
	/** How many connectors follow. */
	connector_count: number;
	/** The connectors, by name. */
	connectors: ConnectorFeatures[];
};
export type FeatureMetadata = {
	/** What Apple Pay shows about repeated payments. */
	apple_pay_recurring_details?: JsonObject | null;
	/** What a Boleto needs beside the rest. */
	boleto_additional_details?: JsonObject | null;
	/** What Finix needs beside the rest. */
	finix_additional_details?: JsonObject | null;
	/** What Pix needs beside the rest. */
	pix_additional_details?: JsonObject | null;
	/** What Pix Automático needs beside the rest. */
	pix_automatico_additional_details?: JsonObject | null;
	/** What the customer came back with. */
	redirect_response?: ({
		/** What came with the customer who came back, as JSON. */
		json_payload?: JsonObject | null;
		/** The query with which the customer came back. */
		param?: string | null;
	}) | null;
	/** Words to find the payment by. */
	search_tags?: string[] | null;
};
export type FeedbackRequest = {
	/** The connector, or the account as `connector:account`. */
	gateway: string;
	/** The profile that is asked about; the merchant’s id stands for its usual profile. */
	merchantId: Identifier;
	paymentId: Identifier;
	/** How things stand with it. */
	status: "STARTED" | "AUTHENTICATION_FAILED" | "JUSPAY_DECLINED" | "PENDING_VBV" | "V_B_V_SUCCESSFUL" | "AUTHORIZED" | "AUTHORIZATION_FAILED" | "CHARGED" | "AUTHORIZING" | "C_O_D_INITIATED" | "VOIDED" | "VOIDED_POST_CHARGE" | "VOID_INITIATED" | "NOP" | "CAPTURE_INITIATED" | "CAPTURE_FAILED" | "VOID_FAILED" | "AUTO_REFUNDED" | "PARTIAL_CHARGED" | "TO_BE_CHARGED" | "PENDING" | "FAILURE" | "DECLINED" | (string & {});
};
export type FilterPaymentsRequest = {
	/** Only those whose amount lies between these two. */
	amount_filter?: AmountFilter | null;
	/** Whether the customer is authenticated by 3-D Secure: `three_ds` or `no_three_ds`. */
	authentication_type?: AuthenticationType[] | null;
	/** How the card was found: typed, stored, or by Click to Pay. */
	card_discovery?: CardDiscovery[] | null;
	/** The network of the card, such as `Visa`. */
	card_network?: string[] | null;
	/** The connector, by its name, such as `stripe_test`. */
	connector?: string[] | null;
	/** The currency, as three letters of ISO 4217. */
	currency?: Currency[] | null;
	/** Only payments of this email address. */
	customer_email?: Email | null;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id?: Identifier | null;
	/** The end of the time in which it came about, ISO 8601. */
	end_time?: Timestamp | null;
	/** How many entries a page has at most. */
	limit?: number | null;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id?: string[] | null;
	/** The merchant's own reference of the order. */
	merchant_order_reference_id?: string | null;
	/** How many entries are skipped before the first of the page. */
	offset?: number | null;
	/** The order of the list. */
	order?: ({
		/**
		 * Whether the list goes up or down.
		 * @default desc
		 */
		by?: "asc" | "desc" | (string & {});
		/**
		 * What the list is ordered by.
		 * @default created
		 */
		on?: "amount" | "attempt_count" | "created" | "modified" | (string & {});
	}) | null;
	/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
	payment_id?: Identifier | null;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method?: VocabularyPaymentMethod[] | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type?: PaymentMethodType[] | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** The beginning of the time in which it came about, ISO 8601. */
	start_time?: Timestamp | null;
	/** How things stand with it. */
	status?: PaymentStatus[] | null;
};
export type FilterPaymentsResponse = {
	/** How many are on this page. */
	count: number;
	data: PaymentResponse[];
	/** How many there are in all. */
	total_count: number;
};
export type FilterPayoutsRequest = {
	/** The connector, by its name, such as `stripe_test`. */
	connector?: PayoutConnector[] | null;
	/** The currency, as three letters of ISO 4217. */
	currency?: (Currency[] | Currency) | null;
	/** The recipient, as a customer of the merchant. */
	customer_id?: Identifier | null;
	/** The end of the time in which it came about, ISO 8601. */
	end_time?: Timestamp | null;
	/** What kind of recipient it is. */
	entity_type?: (PayoutEntityType[] | PayoutEntityType) | null;
	/** How many entries a page has at most. */
	limit?: number | null;
	/** The merchant's own reference of the order. */
	merchant_order_reference_id?: string | null;
	/** How many entries are skipped before the first of the page. */
	offset?: number | null;
	/** The payout: its merchant may choose the identifier, else it begins with `payout_`. */
	payout_id?: Identifier | null;
	/** What is paid to, within its family. */
	payout_method?: PayoutType[] | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** The beginning of the time in which it came about, ISO 8601. */
	start_time?: Timestamp | null;
	/** How things stand with it. */
	status?: PayoutStatus[] | null;
};
export type FraudCheckConfig = {
	/** The processor whose payments are checked. */
	gateway: "stripe_test" | "adyen_test" | "checkout_test" | "paypal_test" | "fauxpay" | "phonypay" | "pretendpay" | "stripe_billing_test" | "absa_sanlam" | "aci" | "adyen" | "adyenplatform" | "affirm" | "airwallex" | "amazonpay" | "archipel" | "authipay" | "authorizedotnet" | "bambora" | "bamboraapac" | "bankofamerica" | "barclaycard" | "billwerk" | "bitpay" | "blackhawknetwork" | "bluesnap" | "boku" | "braintree" | "breadpay" | "calida" | "cardinal" | "cashtocode" | "celero" | "chargebee" | "checkbook" | "checkout" | "coinbase" | "coingate" | "cryptopay" | "ctp_mastercard" | "ctp_visa" | "custombilling" | "cybersource" | "cybersourcedecisionmanager" | "datatrans" | "deutschebank" | "digitalvirgo" | "dlocal" | "dwolla" | "ebanx" | "elavon" | "envoy" | "facilitapay" | "finix" | "fiserv" | "fiservcommercehub" | "fiservemea" | "fiuu" | "flexiti" | "forte" | "getnet" | "gigadat" | "globalpay" | "globepay" | "gocardless" | "gpayments" | "helcim" | "hipay" | "hyperpg" | "hyperswitch_vault" | "iatapay" | "imerchantsolutions" | "inespay" | "interpayments" | "itaubank" | "jpmorgan" | "juspaythreedsserver" | "klarna" | "loonio" | "mifinity" | "mollie" | "moneris" | "multisafepay" | "netcetera" | "nexinets" | "nexixpay" | "nmi" | "nomupay" | "noon" | "nordea" | "novalnet" | "nuvei" | "opennode" | "paybox" | "payconex" | "payjustnow" | "payjustnowinstore" | "payload" | "payme" | "payone" | "paypal" | "paysafe" | "paystack" | "paytm" | "payu" | "peachpayments" | "phonepe" | "placetopay" | "plaid" | "powertranz" | "prophetpay" | "rapyd" | "razorpay" | "recurly" | "redsys" | "revolv3" | "riskified" | "santander" | "shift4" | "signifyd" | "silverflow" | "square" | "stax" | "stripe" | "stripebilling" | "taxjar" | "tesouro" | "threedsecureio" | "tokenex" | "tokenio" | "truelayer" | "trustly" | "trustpay" | "trustpayments" | "tsys" | "unified_authentication_service" | "vgs" | "volt" | "wellsfargo" | "wise" | "worldline" | "worldpay" | "worldpaymodular" | "worldpayvantiv" | "worldpayxml" | "xendit" | "zen" | "zift" | "zsl" | "payment_processor" | "payment_vas" | "fin_operations" | "fiz_operations" | "networks" | "banking_entities" | "non_banking_finance" | "payout_processor" | "payment_method_auth" | "authentication_processor" | "tax_processor" | "surcharge_processor" | "billing_processor" | "vault_processor" | (string & {});
	/** The payment methods, by family. */
	payment_methods: ({
			/**
			 * What the connector was asked to do.
			 * @default null
			 */
			flow?: ("pre" | "post" | (string & {})) | null;
			/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
			payment_method: VocabularyPaymentMethod;
			/**
			 * The payment methods of one family.
			 * @default null
			 */
			payment_method_types?: (({
					/** When the check takes place: before or after the payment is authorized. */
					action: "cancel_txn" | "auto_refund" | "manual_review" | (string & {});
					card_networks: CardNetwork;
					/** What the connector was asked to do. */
					flow: "pre" | "post" | (string & {});
					/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
					payment_method_type: PaymentMethodType;
				})[]) | null;
		})[];
};
export type FutureUsage = "on_session" | "off_session" | (string & {});
export type GiftCard = {
	/** A gift card of Blackhawk Network. */
	bhn_card_network?: {
		/** The number of the bank account. */
		account_number: string;
		/** The verification code of the gift card. */
		cvv2?: string | null;
		/** When the gift card expires. */
		expiration_date?: string | null;
		/** The PIN of the gift card. */
		pin?: string | null;
	};
	/** A gift card of Givex. */
	givex?: {
		/** The verification code of the gift card. */
		cvc: string;
		number: string;
	};
	pay_safe_card?: Record<string, unknown>;
};
export type GooglePay = {
	/** What it is about, in words of the caller. */
	description: string;
	/** What is known of the payment method. */
	info: {
		/** The last digits of the card. */
		card_details: string;
		/** The network of the card, such as `Visa`. */
		card_network: string;
	};
	/** The encrypted data that Google Pay gave. */
	tokenization_data: JsonObject;
	/** What kind of thing it is. */
	type: string;
};
export type GroupingParam = "PaymentMethod" | "PaymentMethodType" | "AuthenticationType" | "Currency" | "Country" | "CardNetwork" | "CardBin" | (string & {});
export type GsmDecision = "retry" | "do_default" | (string & {});
export type GsmErrorCategory = "frm_decline" | "processor_downtime" | "processor_decline_unauthorized" | "issue_with_payment_method" | "processor_decline_incorrect_data" | "hard_decline" | "soft_decline" | (string & {});
export type GsmFeature = "retry";
export type GsmFeatureData = {
	/** Whether and how to try again. */
	retry: {
		/**
		 * Whether to try again by another card network.
		 * @default false
		 */
		alternate_network_possible?: boolean;
		/** Whether to try again with the card number instead of a network token. */
		clear_pan_possible: boolean;
		/** Whether to try again, and how. */
		decision: GsmDecision;
		/** Whether to try again with 3-D Secure. */
		step_up_possible: boolean;
	};
};
export type GsmResponse = {
	/** Whether to try again with the card number instead of a network token. */
	clear_pan_possible: boolean;
	/** The error code of the connector. */
	code: string;
	/** The connector, by its name, such as `stripe_test`. */
	connector: ConnectorName;
	/** Whether to try again, and how. */
	decision: GsmDecision;
	/** What it is about, in words of the caller. */
	description: string | null;
	/** What kind of error it is. */
	error_category: GsmErrorCategory | null;
	/** What the rule decides about. */
	feature: GsmFeature;
	/** What the rule decides. */
	feature_data: GsmFeatureData;
	/** What the connector was asked to do. */
	flow: string;
	/** The error message of the connector. */
	message: string;
	/** A note for people. */
	router_error: string | null;
	/** Why it failed, in a code that is the same for all connectors. */
	standardised_code: StandardisedCode | null;
	/** The status that the connector answered. */
	status: string;
	/** Whether to try again with 3-D Secure. */
	step_up_possible: boolean;
	/** What exactly the connector was asked to do. */
	sub_flow: string;
	/** Why it failed, in a code that is the same for all connectors. */
	unified_code: string | null;
	/** Why it failed, in words that are the same for all connectors. */
	unified_message: string | null;
	/** What to tell the customer. */
	user_guidance_message: string | null;
};
export type Identifier = string;
export type IncrementalAuthorization = {
	/** The amount in all after the raise, in minor units. */
	amount: number;
	/** The raise of the authorization. */
	authorization_id: string;
	/** Why the raise failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** How much was authorized before, in minor units. */
	previously_authorized_amount: number;
	/** How things stand with it. */
	status: IncrementalAuthorizationStatus;
};
export type IncrementalAuthorizationRequest = {
	/** The new amount in all, in minor units. */
	amount: number;
	/** Why more is needed, in words of the merchant. */
	reason?: string | null;
};
export type IncrementalAuthorizationStatus = "success" | "failure" | "processing" | "unresolved" | (string & {});
export type InstallmentData = {
	/** How far apart the installments are. */
	billing_frequency: "month";
	/** The interest of the installments. */
	installment_interest?: number | null;
	number_of_installments: number;
};
export type InstallmentOption = {
	/** How many installments there can be, and at which interest. */
	installments: ({
			/** How far apart the installments are. */
			billing_frequency: "month";
			/** The interest, in percent. */
			interest_rate: number;
			number_of_installments: number | number[];
		})[];
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
};
export type InstallmentRequest = {
	/** How far apart the installments are. */
	billing_frequency: "month";
	number_of_installments: number;
};
export type IntentData = {
	/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
	amount: number;
	/** How many attempts have been made: one for each connector that was asked, and each retry. */
	attempt_count: number;
	/** The billing address, with phone and email. */
	billing: JsonObject | null;
	/** When the money is taken: `automatic` at once, `manual` by a later capture, `manual_multiple` by several, `scheduled` at a stated time. */
	capture_method: string | null;
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret: string;
	/** When it was created, ISO 8601 in UTC. */
	created: string;
	/** The currency, as three letters of ISO 4217. */
	currency: string;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string | null;
	/** What it is about, in words of the caller. */
	description: string | null;
	/** When it ends, ISO 8601 in UTC. */
	expires_on: string;
	/** The installments that are offered. */
	installment_options: JsonObject[] | null;
	/** The name of the merchant. */
	merchant_name: string | null;
	/** The merchant's own reference of the order. */
	merchant_order_reference_id: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** The items of the order. */
	order_details: JsonObject[] | null;
	/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
	payment_id: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** Where the customer is sent afterwards. */
	return_url: string | null;
	/** Whether the payment method is stored: `on_session` for payments with the customer present, `off_session` also for those without. */
	setup_future_usage: string | null;
	/** The shipping address, with phone and email. */
	shipping: JsonObject | null;
	/** How things stand with it. */
	status: string;
};
export type JsonObject = Record<string, unknown>;
export type LeastCost = {
	data: {
		/**
		 * Connector accounts, in the order in which they are tried.
		 * @default null
		 */
		connectors?: RoutableChoice[] | null;
		/**
		 * How far the success rate of an account may be below the best one, from 0 to 1, to count as good as it: 0.02 unless stated.
		 * @default 0.02
		 */
		success_rate_tolerance?: number | null;
	};
	/** What kind of thing it is. */
	type: "least_cost";
};
export type LinkBankAccountRequest = {
	/** The name of the app on Android, for services that need it. */
	android_package_name?: string | null;
	/** The platform of the page or app, for services that need it. */
	client_platform?: ("web" | "ios" | "android" | "unknown" | (string & {})) | null;
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret?: string | null;
	/** The language of the session, ISO 639-1. */
	language?: string | null;
	/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
	payment_id: Identifier;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType;
	/** Where the service sends an app on iOS. */
	redirect_uri?: string | null;
};
export type ListBatchBlocklistJobsResponse = {
	/** How many are on this page. */
	count: number;
	/** What is blocked: six or eight first digits, or a fingerprint. */
	data: BatchBlocklistJobStatusResponse[];
	/** How many there are in all. */
	total_count: number;
};
export type ListCardIssuersResponse = {
	issuers: CardIssuerResponse[];
};
export type ListEventsRequest = {
	/** Only events that came about after this time, ISO 8601. */
	created_after?: Timestamp | null;
	/** Only events that came about before this time, ISO 8601. */
	created_before?: Timestamp | null;
	/** Only events about these. */
	event_classes?: EventClass[] | null;
	/** The event: it begins with `evt_`. */
	event_id?: Identifier | null;
	/** Only events of these types. */
	event_types?: EventType[] | null;
	/** Only events that arrived, or only those that did not. */
	is_delivered?: boolean | null;
	/** How many entries a page has at most. */
	limit?: number | null;
	/** The payment, refund, dispute, mandate or payout that the event is about. */
	object_id?: Identifier | null;
	/** How many entries are skipped before the first of the page. */
	offset?: number | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
};
export type ListEventsResponse = {
	events: {
			/** When it was created, ISO 8601 in UTC. */
			created: string;
			/** The endpoint that gets the event; absent for the `webhook_url`. */
			endpoint_id?: string;
			/** What the event is about. */
			event_class: string;
			/** The event: it begins with `evt_`. */
			event_id: string;
			event_type: string;
			/** The event of the first attempt. */
			initial_attempt_id: string;
			/** Whether the event arrived. */
			is_delivery_successful: boolean;
			merchant_id: string;
			/** The payment, refund, dispute, mandate or payout that the event is about. */
			object_id: string;
			/** The merchant account that processes the payment: the same as `merchant_id`. */
			processor_merchant_id: string;
			/** The profile, one of the merchant's shops: it begins with `pro_`. */
			profile_id: string;
		}[];
	/** From when on events are listed, ISO 8601 in UTC. */
	listed_since: string;
	/** How many there are in all. */
	total_count: number;
};
export type ListPaymentLinksRequest = {
	/** When it was created, ISO 8601 in UTC. */
	created?: Timestamp | null;
	/** Only those created after this time. */
	"created.gt"?: Timestamp | null;
	/** Only those created at this time or later. */
	"created.gte"?: Timestamp | null;
	/** Only those created before this time. */
	"created.lt"?: Timestamp | null;
	/** Only those created at this time or earlier. */
	"created.lte"?: Timestamp | null;
	/** How many entries a page has at most. */
	limit?: number | null;
};
export type ListPaymentsResponse = {
	data: PaymentResponse[];
	/** How many entries the page has. */
	size: number;
};
export type ListPayoutsResponse = {
	data: PayoutResponse[];
	/** How many entries the page has. */
	size: number;
	/** How many there are in all. */
	total_count: number | null;
};
export type ListRefundsRequest = {
	/** Only those whose amount lies between these two. */
	amount_filter?: AmountFilter | null;
	/** The connector, by its name, such as `stripe_test`. */
	connector?: string[] | null;
	/** The currency, as three letters of ISO 4217. */
	currency?: Currency[] | null;
	/** The end of the time in which it came about, ISO 8601. */
	end_time?: Timestamp | null;
	/** How many entries a page has at most. */
	limit?: number | null;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id?: string[] | null;
	/** How many entries are skipped before the first of the page. */
	offset?: number | null;
	/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
	payment_id?: Identifier | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** The refund: its merchant may choose the identifier, else it begins with `ref_`. */
	refund_id?: Identifier | null;
	/** Only refunds in these statuses. */
	refund_status?: RefundStatus[] | null;
	/** The beginning of the time in which it came about, ISO 8601. */
	start_time?: Timestamp | null;
};
export type ListRefundsResponse = {
	/** How many are on this page. */
	count: number;
	data: RefundInPayment[];
	/** How many there are in all. */
	total_count: number;
};
export type MandateAmount = {
	/** The most that may be charged, in minor units. */
	amount: number;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency;
	/** When the mandate ends, ISO 8601. */
	end_date?: Timestamp | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** When the mandate begins, ISO 8601. */
	start_date?: Timestamp | null;
};
export type MandateData = {
	/** That, when and how the customer agreed that a payment method is stored. */
	customer_acceptance?: CustomerAcceptance | null;
	/** Whether the customer agreed to one later payment or to several. */
	mandate_type?: MandateType | null;
	/** The mandate that gets the payment method of this payment once it is authorized; its limit stays. */
	update_mandate_id?: string | null;
};
export type MandateResponse = {
	card: ({
		/** The month in which the card expires, two digits. */
		card_exp_month: string | null;
		/** The year in which the card expires, two or four digits. */
		card_exp_year: string | null;
		/** The same text for the same card number, from which the number cannot be found. */
		card_fingerprint: string | null;
		/** The name on the card. */
		card_holder_name: string | null;
		/** The first six digits of the card number. */
		card_isin: string | null;
		/** The bank that issued the card. */
		card_issuer: string | null;
		/** The network of the card, such as `Visa`. */
		card_network: CardNetwork | null;
		/** What stands for the card. */
		card_token: string | null;
		/** What kind of card it is. */
		card_type: string | null;
		/** The country in which the card was issued. */
		issuer_country: string | null;
		/** The last four digits of the card number. */
		last4_digits: string | null;
		/** The customer's own name for the card. */
		nick_name: string | null;
		scheme: string | null;
	}) | null;
	/** That, when and how the customer agreed that a payment method is stored. */
	customer_acceptance: CustomerAcceptance | null;
	/** The mandate: it begins with `man_`. */
	mandate_id: string;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: string;
	/** The stored payment method: it begins with `pm_`. */
	payment_method_id: string;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: string | null;
	/** How things stand with it. */
	status: MandateStatus;
};
export type MandateRevokedResponse = {
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** The mandate: it begins with `man_`. */
	mandate_id: string;
	/** How things stand with it. */
	status: MandateStatus;
};
/** How things stand with a mandate. */
export type MandateStatus = "active" | "inactive" | "pending" | "revoked" | (string & {});
export type MandateType = {
	/** For several later payments, up to an amount. */
	multi_use?: MandateAmount | null;
	/** For one later payment, up to an amount. */
	single_use?: MandateAmount;
};
export type ManualStatusUpdateRequest = {
	/** The status of the payment. */
	intent_status: "succeeded" | "failed" | (string & {});
	merchant_id?: Identifier | null;
};
export type ManualUpdatePaymentRequest = {
	/** The attempt: the identifier of its object and a number. */
	attempt_id?: string | null;
	/** How things stand with the attempt. */
	attempt_status?: ("charged" | "failure" | "voided" | "authorized" | "voided_post_charge" | "pending" | (string & {})) | null;
	/** Why it failed, as a code of the connector. */
	error_code?: string | null;
	/** Why it failed, in words of the connector. */
	error_message?: string | null;
	merchant_id?: Identifier | null;
	/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
	payment_id?: Identifier | null;
	reason?: string | null;
};
export type ManualUpdateRefundRequest = {
	/** Why it failed, as a code of the connector. */
	error_code?: (string | {
		set: string;
	} | {
		unset: null;
	}) | null;
	/** Why it failed, in words of the connector. */
	error_message?: (string | {
		set: string;
	} | {
		unset: null;
	}) | null;
	merchant_id: Identifier;
	/** How things stand with it. */
	status?: ("succeeded" | "failed" | (string & {})) | null;
};
export type MaskedPaymentMethodData = {
	/** A debit from a bank account. */
	bank_debit?: JsonObject;
	/** A payment that the customer approves at the customer's bank. */
	bank_redirect?: JsonObject;
	/** A transfer that the customer makes. */
	bank_transfer?: JsonObject;
	/** The billing address, with phone and email. */
	billing: Address | null;
	card?: DescribedCard;
	/** A card that is paid with on a page of its network. */
	card_redirect?: JsonObject;
	/** What stands for the card. */
	card_token?: JsonObject;
	crypto?: JsonObject;
	gift_card?: JsonObject;
	/** That this payment method was stored to be charged again. */
	mandate_payment?: JsonObject;
	/** A payment by phone. */
	mobile_payment?: JsonObject;
	/** A network token: a number that stands for a card at its network. */
	network_token?: JsonObject;
	open_banking?: JsonObject;
	/** Buy now, pay later. */
	pay_later?: JsonObject;
	real_time_payment?: JsonObject;
	reward?: JsonObject;
	upi?: JsonObject;
	/** A voucher that is paid in a shop or at a bank. */
	voucher?: JsonObject;
	wallet?: JsonObject;
};
export type MerchantAccountResponse = {
	/** The profile that is used where a request names none. */
	default_profile: string | null;
	/** Whether the return to the merchant carries a signature. */
	enable_payment_response_hash: boolean;
	/** How the connector that checks for fraud is chosen. */
	frm_routing_algorithm: JsonObject | null;
	/** Whether reconciliation is on. */
	is_recon_enabled: boolean;
	/** The name of the merchant at the vault. */
	locker_id: string | null;
	/** What kind of account it is: a merchant of its own, or one within a platform. */
	merchant_account_type: MerchantAccountType;
	/** What is known about the merchant. */
	merchant_details: MerchantDetails | null;
	merchant_id: string;
	/** The name of the merchant. */
	merchant_name: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** The credentials of a service that makes network tokens. */
	network_tokenization_credentials: NetworkTokenizationCredentials | null;
	/** The organization that the merchant account belongs to: it begins with `org_`. */
	organization_id: string;
	/** The merchant account that this one is below. */
	parent_merchant_id: string | null;
	/** The secret that signs webhooks and returns to the merchant. */
	payment_response_hash_key: string | null;
	/** How the connector of payouts is chosen. */
	payout_routing_algorithm: JsonObject | null;
	/** How links that collect payment methods look. */
	pm_collect_link_config: CollectLinkConfig | null;
	/** The businesses of the merchant, by country. */
	primary_business_details: BusinessDetails[];
	/** What kind of goods or services it is. */
	product_type: ProductType | null;
	/** The key for browsers and apps. */
	publishable_key: string | null;
	/** How far reconciliation is set up. */
	recon_status: "not_requested" | "requested" | "active" | "disabled" | (string & {});
	/** Whether customers come back to the merchant by POST instead of GET. */
	redirect_to_merchant_with_http_post: boolean;
	/** The requests a second that the merchant may send, on average over ten seconds, in place of those that the deployment lets every merchant send. */
	requests_per_second?: number;
	/** Where the customer is sent afterwards. */
	return_url: string | null;
	/** Whether the account may have others below it. */
	sub_merchants_enabled: boolean | null;
	/** Where and of what the merchant is told by webhooks. */
	webhook_details: WebhookDetails | null;
};
export type MerchantAccountType = "standard" | "platform" | "connected" | (string & {});
export type MerchantCategoryCode = string;
export type MerchantConnectorDetails = {
	/** A name for the credentials. */
	creds_identifier: string;
	encoded_data?: ({
		/** The credentials of the connector. */
		connector_account_details?: JsonObject | null;
		/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
		metadata?: JsonObject | null;
	}) | null;
};
export type MerchantDetails = {
	/**
	 * What the business does.
	 * @default null
	 */
	about_business?: string | null;
	/** @default null */
	address?: AddressDetails | null;
	/**
	 * The number under which tax authorities know the merchant.
	 * @default null
	 */
	merchant_tax_registration_id?: string | null;
	/**
	 * Whom to ask first.
	 * @default null
	 */
	primary_contact_person?: string | null;
	/**
	 * The email address of the first contact.
	 * @default null
	 */
	primary_email?: string | null;
	/**
	 * The phone number of the first contact.
	 * @default null
	 */
	primary_phone?: string | null;
	/**
	 * Whom to ask next.
	 * @default null
	 */
	secondary_contact_person?: string | null;
	/**
	 * The email address of the second contact.
	 * @default null
	 */
	secondary_email?: string | null;
	/**
	 * The phone number of the second contact.
	 * @default null
	 */
	secondary_phone?: string | null;
	/**
	 * The web site of the merchant.
	 * @default null
	 */
	website?: string | null;
};
export type MerchantListResponse = {
	/** Whether wallets are to be asked for the billing address. */
	collect_billing_details_from_wallets: boolean;
	/** Whether wallets are to be asked for the shipping address. */
	collect_shipping_details_from_wallets: boolean;
	/** The currency, as three letters of ISO 4217. */
	currency: string | null;
	/** What the form needs to know of the payment. */
	intent_data: IntentData | null;
	/** Whether the payment has no customer. */
	is_guest_customer: boolean;
	/** Whether the tax of the order can be calculated. */
	is_tax_calculation_enabled: boolean;
	/** That this payment method was stored to be charged again. */
	mandate_payment: JsonObject | null;
	/** The name of the merchant. */
	merchant_name: string | null;
	/** The payment methods, by family. */
	payment_methods: {
			/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
			payment_method: VocabularyPaymentMethod;
			/** The payment methods of one family. */
			payment_method_types: OfferedType[];
		}[];
	/** Whether it is a usual payment, or sets something up for later ones. */
	payment_type: ("normal" | "new_mandate" | "setup_mandate" | "recurring_mandate" | (string & {})) | null;
	/** Where customers are sent after they have paid. */
	redirect_url: string | null;
	/** Whether the customer is authenticated by 3-D Secure outside of the processor. */
	request_external_three_ds_authentication: boolean;
	sdk_next_action: SdkNextAction;
	/** Whether the page is to show how a surcharge comes about. */
	show_surcharge_breakup_screen: boolean;
};
export type MerchantRoutingAlgorithm = {
	/** The algorithm: a single connector, an order of connectors, a split by volume, rules, or the least cost. */
	algorithm: WrittenAlgorithm;
	/** Whether it routes payments or payouts, or decides about authentication. */
	algorithm_for: AlgorithmFor;
	/** When it was created, ISO 8601 in UTC. */
	created_at: number;
	/** What it is about, in words of the caller. */
	description: string;
	id: string;
	/** When it last changed, ISO 8601 in UTC. */
	modified_at: number;
	name: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
};
/** What is to be said about it. */
export type Message = {
	/**
	 * How the page is shown.
	 * @default null
	 */
	display_mode?: ("default_sdk_message" | "custom_message" | "hidden" | (string & {})) | null;
	value: string;
};
export type Metadata = Record<string, unknown>;
export type MethodCompletion = "Y" | "N" | "U" | (string & {});
export type MigratedCard = {
	/** The month in which the card expires, two digits. */
	card_exp_month: ExpiryDigits;
	/** The year in which the card expires, two or four digits. */
	card_exp_year: ExpiryDigits;
	/** The name on the card. */
	card_holder_name?: DisplayName | null;
	/** The bank that issued the card. */
	card_issuer?: DisplayName | null;
	/** The country in which the card was issued. */
	card_issuing_country?: DisplayName | null;
	/** The country in which the card was issued, as two letters of ISO 3166-1. */
	card_issuing_country_code?: DisplayName | null;
	/** The network of the card, such as `Visa`. */
	card_network?: CardNetwork | null;
	card_number: string;
	/** What kind of card it is. */
	card_type?: DisplayName | null;
	/** The customer's own name for the card. */
	nick_name?: DisplayName | null;
};
export type MigratedNetworkToken = {
	/** The token and its expiry. */
	network_token_data: {
		/** The name on the card. */
		card_holder_name?: DisplayName | null;
		/** The bank that issued the card. */
		card_issuer?: DisplayName | null;
		/** The country in which the card was issued. */
		card_issuing_country?: DisplayName | null;
		/** The network of the card, such as `Visa`. */
		card_network?: CardNetwork | null;
		/** What kind of card it is. */
		card_type?: DisplayName | null;
		/** The month in which the token expires. */
		network_token_exp_month: ExpiryDigits;
		/** The year in which the token expires. */
		network_token_exp_year: ExpiryDigits;
		/** The token, as long as a card number. */
		network_token_number: CardNumber;
		/** The customer's own name for the card. */
		nick_name?: DisplayName | null;
	};
	/** The name of the network token at its requestor. */
	network_token_requestor_ref_id: ProcessorsName;
};
export type MigratePaymentMethodRequest = {
	/** The billing address, with phone and email. */
	billing?: Address | null;
	card?: MigratedCard | null;
	/** The network of the card, such as `Visa`. */
	card_network?: string | null;
	/** The processors' own credentials for the payment method, by connector account. */
	connector_mandate_details?: ConnectorMandateDetails | null;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id?: Identifier | null;
	merchant_id: Identifier;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: Metadata | null;
	/** A token in place of the card number. */
	network_token?: MigratedNetworkToken | null;
	/** The card network's id of the payment by which the customer agreed to later charges. */
	network_transaction_id?: NetworkTransactionId | null;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method?: VocabularyPaymentMethod | null;
	/** Who issued the payment method. */
	payment_method_issuer?: DisplayName | null;
	/** Who issued the payment method, as a code. */
	payment_method_issuer_code?: ("jp_hdfc" | "jp_icici" | "jp_googlepay" | "jp_applepay" | "jp_phonepay" | "jp_wechat" | "jp_sofort" | "jp_giropay" | "jp_sepa" | "jp_bacs" | (string & {})) | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type?: PaymentMethodType | null;
};
export type MigratePaymentMethodResponse = {
	/** Whether the number is in the vault; `null` for a masked card. */
	card_migrated: boolean | null;
	/** Whether the payment method has the stated connector mandates; false where it had another. */
	connector_mandate_details_migrated: boolean | null;
	/** Always false where the record has a network token: it is not stored. */
	network_token_migrated: boolean | null;
	/** Whether the payment method has the stated network transaction id. */
	network_transaction_id_migrated: boolean | null;
	payment_method_response: PaymentMethodResponse;
};
export type MigratePaymentMethodsRequest = {
	/** Format: binary */
	file?: string;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id?: string;
	/** The connector accounts of the mandates, with commas between them. */
	merchant_connector_ids?: string;
	merchant_id?: string;
};
export type MigratePaymentMethodsResponse = ({
		/** Whether the number is in the vault; `null` for a masked card. */
		card_migrated: boolean | null;
		/** The first six and the last four digits of the card number. */
		card_number_masked: string | null;
		/** Whether the payment method has the stated connector mandates; false where it had another. */
		connector_mandate_details_migrated: boolean | null;
		/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
		customer_id: string | null;
		/** The row of the file, counted from 1 without the line of the columns’ names. */
		line_number: number;
		/** Why the row was not taken. */
		migration_error: string | null;
		/** Whether the row was taken. */
		migration_status: "Success" | "Failed" | (string & {});
		/** Always false where the record has a network token: it is not stored. */
		network_token_migrated: boolean | null;
		/** Whether the payment method has the stated network transaction id. */
		network_transaction_id_migrated: boolean | null;
		/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
		payment_method: string | null;
		/** The stored payment method: it begins with `pm_`. */
		payment_method_id: string | null;
		/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
		payment_method_type: string | null;
	})[];
export type MitCategory = "installment" | "unscheduled" | "recurring" | "resubmission" | (string & {});
export type MobilePayment = {
	/** A payment by the customer's phone bill. */
	direct_carrier_billing?: {
		/** The number by which the operator knows the customer. */
		client_uid?: string | null;
		/** The phone number, with its country code. */
		msisdn: string;
	};
};
export type NamedGsmRequest = {
	/** The error code of the connector. */
	code: string;
	/** The connector, by its name, such as `stripe_test`. */
	connector: ConnectorName;
	/** What the connector was asked to do. */
	flow: string;
	/** The error message of the connector. */
	message: string;
	/** What exactly the connector was asked to do. */
	sub_flow: string;
};
export type NetworkToken = {
	/** The code that identifies the bank in its country. */
	bank_code?: CardWords | null;
	/** The name on the card. */
	card_holder_name?: CardWords | null;
	/** The bank that issued the card. */
	card_issuer?: CardWords | null;
	/** The country in which the card was issued. */
	card_issuing_country?: CardWords | null;
	/** The network of the card, such as `Visa`. */
	card_network?: CardNetwork | null;
	/** What kind of card it is. */
	card_type?: CardWords | null;
	/** The electronic commerce indicator of the authentication. */
	eci?: string | null;
	/** A network token: a number that stands for a card at its network. */
	network_token: CardNumber;
	/** The customer's own name for the card. */
	nick_name?: CardWords | null;
	/** The payment account reference of the card. */
	par?: string | null;
	/** The cryptogram of the network token. */
	token_cryptogram: string;
	/** The month in which the token expires, two digits. */
	token_exp_month: string;
	/** The year in which the token expires. */
	token_exp_year: string;
};
export type NetworkTokenizationCredentials = {
	/** A service of network tokens that the merchant runs. */
	internal_network_token_service: {
		/** The identifier of the key, which is not secret. */
		key_id: string;
		/** The private key with which answers of the service are decrypted. */
		private_key: string;
		public_key: string;
		/** The API key of the service. */
		token_service_api_key: string;
	};
};
export type NetworkTransactionId = string;
export type NextAction = {
	/** The address that the customer has to be sent to. */
	redirect_to_url: string;
	/** What kind of thing it is. */
	type: "redirect_to_url";
} | {
	/** The address to open in a window of its own. */
	popup_url: string;
	/** Where the customer goes afterwards. */
	redirect_response_url: string;
	/** What kind of thing it is. */
	type: "redirect_inside_popup";
} | {
	/** Where and how the customer makes the transfer. */
	bank_transfer_steps_and_charges_details: JsonObject;
	/** What kind of thing it is. */
	type: "display_bank_transfer_information";
} | ({
	session_token?: JsonObject | null;
	/** What kind of thing it is. */
	type: "third_party_sdk_session_token";
}) | ({
	/** The colour around the QR code. */
	border_color?: string | null;
	/** The text beside the QR code. */
	display_text?: string | null;
	/** Until when the QR code is shown, in milliseconds since 1970. */
	display_to_timestamp?: number | null;
	/** The QR code, as a data URL. */
	image_data_url?: string | null;
	/** The address of the QR code. */
	qr_code_url?: string | null;
	/** What the QR code says. */
	raw_qr_data?: string | null;
	/** What kind of thing it is. */
	type: "qr_code_information";
}) | {
	/** Where the QR code can be fetched. */
	qr_code_fetch_url: string;
	/** What kind of thing it is. */
	type: "fetch_qr_code_information";
} | ({
	/** From when the QR code is shown, in milliseconds since 1970. */
	display_from_timestamp: number;
	/** Until when the QR code is shown, in milliseconds since 1970. */
	display_to_timestamp?: number | null;
	/** How to ask whether the authentication has ended. */
	poll_config?: PollConfig | null;
	/** The address that opens the app. */
	sdk_uri: string;
	/** What kind of thing it is. */
	type: "invoke_upi_intent_sdk";
}) | ({
	/** From when the QR code is shown, in milliseconds since 1970. */
	display_from_timestamp: number;
	/** Until when the QR code is shown, in milliseconds since 1970. */
	display_to_timestamp?: number | null;
	/** How to ask whether the authentication has ended. */
	poll_config?: PollConfig | null;
	/** The address of the QR code. */
	qr_code_url: string;
	/** What kind of thing it is. */
	type: "invoke_upi_qr_flow";
}) | {
	/** What kind of thing it is. */
	type: "display_voucher_information";
	/** The voucher that the customer has to pay. */
	voucher_details: unknown;
} | ({
	/** From when the QR code is shown, in milliseconds since 1970. */
	display_from_timestamp: number;
	/** Until when the QR code is shown, in milliseconds since 1970. */
	display_to_timestamp?: number | null;
	/** How to ask whether the authentication has ended. */
	poll_config?: PollConfig | null;
	/** What kind of thing it is. */
	type: "wait_screen_information";
}) | {
	/** What an authentication by 3-D Secure gave or needs. */
	three_ds_data: JsonObject;
	/** What kind of thing it is. */
	type: "three_ds_invoke";
} | ({
	/** What the software of the wallet does next. */
	next_action_data: {
		/** What the customer has to do next, such as visiting a page. */
		next_action: unknown;
		/** The order, as the connector knows it. */
		order_id?: string | null;
	};
	/** What kind of thing it is. */
	type: "invoke_sdk_client";
}) | ({
	/** What the customer has to enter to agree. */
	consent_data_required: "consent_required" | "consent_not_required" | "consent_optional" | (string & {});
	/** What kind of thing it is. */
	type: "collect_otp";
}) | {
	/** Data for a hidden frame that collects data of the device. */
	iframe_data: JsonObject;
	/** What kind of thing it is. */
	type: "invoke_hidden_iframe";
} | {
	/** A hidden frame that collects data of the device. */
	ddc_data: {
		/** The address of the hidden frame. */
		iframe_url: string;
		/** How long to wait, in milliseconds. */
		timeout_ms: number;
	};
	/** What kind of thing it is. */
	type: "invoke_ddc";
};
export type NextAction2 = {
	deny: Deny;
};
export type OfferedType = {
	/** Bank debits, with the connectors that take them. */
	bank_debits: BankDebits | null;
	/** Banks to choose from, with the connectors that reach them. */
	bank_names: {
			/** The name of the bank. */
			bank_name: string[];
			/** Connectors that could take the payment. */
			eligible_connectors: string[];
		}[] | null;
	/** Bank transfers, with the connectors that take them. */
	bank_transfers: BankDebits | null;
	card_networks: (({
			/** The network of the card, such as `Visa`. */
			card_network: string;
			/** Connectors that could take the payment. */
			eligible_connectors: string[];
			/** What is added to the amount for the payment method. */
			surcharge_details: SurchargeResponse | null;
		})[]) | null;
	/** How the customer pays with it, such as by a redirect or in an app. */
	payment_experience: {
			/** Connectors that could take the payment. */
			eligible_connectors: string[];
			/** How the customer pays, such as by a redirect or in an app. */
			payment_experience_type: string;
		}[] | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType;
	/** The connector that verifies bank accounts. */
	pm_auth_connector: string | null;
	/** What has to be asked of the customer, by path. */
	required_fields: {
		[key: string]: RequiredField;
	};
	/** What is added to the amount for the payment method. */
	surcharge_details: SurchargeResponse | null;
};
export type OpenBanking = {
	/** Open Banking, by a payment initiation service. */
	open_banking_pis?: Record<string, unknown>;
};
export type OrderDetails = {
	/** The price of one piece, in minor units. */
	amount: number;
	/** The brand of the product. */
	brand?: string | null;
	category?: string | null;
	/** The code of the goods. */
	commodity_code?: string | null;
	/** What the product is. */
	description?: string | null;
	/** The identifier of the product. */
	product_id?: string | null;
	/** The address of a picture of the product. */
	product_img_link?: string | null;
	/** The name of the product. */
	product_name: string;
	/** The tax code of the product. */
	product_tax_code?: string | null;
	/** What kind of goods or services it is. */
	product_type?: ("physical" | "digital" | "travel" | "ride" | "event" | "accommodation" | (string & {})) | null;
	quantity: number;
	/** Whether the product has to be shipped. */
	requires_shipping?: boolean | null;
	/** The stock number of the product. */
	sku?: string | null;
	/** The category within the category. */
	sub_category?: string | null;
	/** The tax, in percent. */
	tax_rate?: number | null;
	/** The whole amount, in minor units. */
	total_amount?: number | null;
	/** The tax of the item, in minor units. */
	total_tax_amount?: number | null;
	/** The discount on one piece, in minor units. */
	unit_discount_amount?: number | null;
	/** What one piece is, such as `each`. */
	unit_of_measure?: string | null;
	/** The bar code of the product. */
	upc?: string | null;
};
export type OrganizationResponse = {
	/** When it was created, ISO 8601 in UTC. */
	created_at: string;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** When it last changed, ISO 8601 in UTC. */
	modified_at: string;
	/** Anything that is to be noted about the organization. */
	organization_details: JsonObject | null;
	/** The organization that the merchant account belongs to: it begins with `org_`. */
	organization_id: string;
	/** The name of the organization. */
	organization_name: string | null;
	/** Whether it is an organization of merchants or a platform. */
	organization_type: "standard" | "platform" | (string & {});
};
export type PartnerMerchantIdentifierDetails = {
	/** What is known about the merchant. */
	merchant_details?: ({
		name?: string | null;
		version?: string | null;
	}) | null;
	partner_details?: ({
		/** The company that integrated the software. */
		integrator?: string | null;
		name?: string | null;
		version?: string | null;
	}) | null;
};
export type PayLater = {
	affirm_redirect?: Record<string, unknown>;
	afterpay_clearpay_redirect?: {
		/** The email address of the customer. */
		billing_email?: Email | null;
		/** The name of the customer. */
		billing_name?: string | null;
	};
	alma_redirect?: Record<string, unknown>;
	atome_redirect?: Record<string, unknown>;
	breadpay_redirect?: Record<string, unknown>;
	flexiti_redirect?: Record<string, unknown>;
	/** Klarna, by a redirect. */
	klarna_redirect?: {
		/** The country of the billing address, as two letters of ISO 3166-1. */
		billing_country?: Country | null;
		/** The email address of the customer. */
		billing_email?: Email | null;
	};
	/** Klarna, by Klarna's own software. */
	klarna_sdk?: {
		token: string;
	};
	pay_bright_redirect?: Record<string, unknown>;
	payjustnow_redirect?: Record<string, unknown>;
	walley_redirect?: Record<string, unknown>;
};
export type PaymentChannel = ("ecommerce" | "mail_order" | "telephone_order" | "other" | (string & {})) | {
	other: string;
};
export type PaymentExperience = "redirect_to_url" | "invoke_sdk_client" | "display_qr_code" | "one_click" | "link_wallet" | "invoke_payment_app" | "display_wait_screen" | "collect_otp" | (string & {});
export type PaymentFilters = {
	/** Whether the customer is authenticated by 3-D Secure: `three_ds` or `no_three_ds`. */
	authentication_type: AuthenticationType[];
	/** How the card was found: typed, stored, or by Click to Pay. */
	card_discovery: CardDiscovery[];
	/** The network of the card, such as `Visa`. */
	card_network: string[];
	/** The connector, by its name, such as `stripe_test`. */
	connector: AccountsByConnector;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency[];
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: {
		[key: string]: PaymentMethodType[];
	};
	/** How things stand with it. */
	status: PaymentStatus[];
};
export type PaymentFilterValues = {
	/** Whether the customer is authenticated by 3-D Secure: `three_ds` or `no_three_ds`. */
	authentication_type: AuthenticationType[];
	/** The connector, by its name, such as `stripe_test`. */
	connector: string[];
	/** The currency, as three letters of ISO 4217. */
	currency: Currency[];
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod[];
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType[];
	/** How things stand with it. */
	status: PaymentStatus[];
};
export type PaymentLinkConfig = {
	/** The look of the pages for payers: its theme, the place of labels, and variables. */
	appearance?: Appearance | null;
	/**
	 * The colour behind the page, such as `#ffffff`.
	 * @default null
	 */
	background_colour?: string | null;
	/**
	 * An image behind the page.
	 * @default null
	 */
	background_image?: BackgroundImage | null;
	/**
	 * The colour of the icon that says that the verification code is wrong.
	 * @default null
	 */
	color_icon_card_cvc_error?: string | null;
	/**
	 * A sentence about the terms for cards, shown on the page.
	 * @default null
	 */
	custom_message_for_card_terms?: string | null;
	/**
	 * Sentences that the page shows at single payment methods.
	 * @default null
	 */
	custom_message_for_payment_method_types?: CustomMessageForPaymentMethodTypes[] | null;
	/**
	 * How the details of the order are laid out on the page.
	 * @default null
	 */
	details_layout?: ("layout1" | "layout2" | (string & {})) | null;
	/**
	 * Whether the page shows the form alone, without the details of the order.
	 * @default null
	 */
	display_sdk_only?: boolean | null;
	/**
	 * Whether the button to pay waits until the form is complete.
	 * @default null
	 */
	enable_button_only_on_form_ready?: boolean | null;
	/**
	 * Whether payment methods that the customer has saved are offered.
	 * @default null
	 */
	enabled_saved_payment_method?: boolean | null;
	/**
	 * Whether the form asks for no name of the card.
	 * @default null
	 */
	hide_card_nickname_field?: boolean | null;
	/**
	 * Whether nothing is paid, and the payment method is only stored for later.
	 * @default null
	 */
	is_setup_mandate_flow?: boolean | null;
	/**
	 * The address of the logo.
	 * @default null
	 */
	logo?: string | null;
	/**
	 * The colour of the button to pay.
	 * @default null
	 */
	payment_button_colour?: string | null;
	/**
	 * The text on the button to pay.
	 * @default null
	 */
	payment_button_text?: string | null;
	/**
	 * The colour of the text on the button to pay.
	 * @default null
	 */
	payment_button_text_colour?: string | null;
	/**
	 * The text above the form.
	 * @default null
	 */
	payment_form_header_text?: string | null;
	/**
	 * Where the form shows the names of its fields.
	 * @default null
	 */
	payment_form_label_type?: ("above" | "floating" | "never" | (string & {})) | null;
	/**
	 * CSS for the page of a payment link, by selector.
	 * @default null
	 */
	payment_link_ui_rules?: {
		[key: string]: {
			[key: string]: string;
		};
	} | null;
	/**
	 * The layout of the payment form.
	 * @default null
	 */
	sdk_layout?: string | null;
	/**
	 * CSS for the payment form, by selector.
	 * @default null
	 */
	sdk_ui_rules?: {
		[key: string]: {
			[key: string]: string;
		};
	} | null;
	/**
	 * The name of the seller that the page shows.
	 * @default null
	 */
	seller_name?: string | null;
	/**
	 * Whether the form for a card is open when the page is shown.
	 * @default null
	 */
	show_card_form_by_default?: boolean | null;
	/**
	 * When the page shows the terms for cards.
	 * @default null
	 */
	show_card_terms?: ("always" | "auto" | "never" | (string & {})) | null;
	/**
	 * Whether the page shows the name of the merchant.
	 * @default null
	 */
	show_merchant_name?: boolean | null;
	/**
	 * Whether customers go back to the merchant at once, without a page about the result.
	 * @default null
	 */
	skip_status_screen?: boolean | null;
	/**
	 * The colour of the page.
	 * @default null
	 */
	theme?: string | null;
	/**
	 * Details that the page shows beside the order.
	 * @default null
	 */
	transaction_details?: TransactionDetails[] | null;
};
export type PaymentLinkResponse = {
	/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
	amount: number;
	/** When it was created, ISO 8601 in UTC. */
	created_at: string;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency | null;
	/** What it is about, in words of the caller. */
	description: string | null;
	/** When the link ends, ISO 8601 in UTC. */
	expiry: string | null;
	/** The address of the page. */
	link_to_pay: string;
	merchant_id: string;
	/** The payment link: it begins with `plink_`. */
	payment_link_id: string;
	/** The merchant account that processes the payment: the same as `merchant_id`. */
	processor_merchant_id: string | null;
	/** The address of the page for use in a frame of the merchant. */
	secure_link: string | null;
	/** How things stand with it. */
	status: "active" | "expired" | (string & {});
};
export type PaymentMethodBlocking = {
	/** @default null */
	card?: ({
		/**
		 * Whether a card is blocked whose first digits nothing is known about.
		 * @default null
		 */
		block_if_bin_info_unavailable?: boolean | null;
		/**
		 * Subtypes of cards that are blocked.
		 * @default null
		 */
		card_subtypes?: string[] | null;
		/**
		 * Types of cards that are blocked.
		 * @default null
		 */
		card_types?: (("credit" | "debit" | (string & {}))[]) | null;
		/**
		 * Issuers whose cards are blocked.
		 * @default null
		 */
		issuers?: string[] | null;
		/**
		 * Countries whose cards are blocked.
		 * @default null
		 */
		issuing_country?: Country[] | null;
	}) | null;
	/** @default null */
	wallet?: ({
		/**
		 * Types of cards that are blocked.
		 * @default null
		 */
		card_types?: (("credit" | "debit" | (string & {}))[]) | null;
	}) | null;
};
export type PaymentMethodData = ("reward" | "mandate_payment" | (string & {})) | ({
	/** A debit from a bank account. */
	bank_debit?: BankDebit | null;
	/** A payment that the customer approves at the customer's bank. */
	bank_redirect?: BankRedirect | null;
	/** A transfer that the customer makes. */
	bank_transfer?: PaymentsBankTransfer | null;
	/** The billing address, with phone and email. */
	billing?: Address | null;
	card?: CardData | null;
	/** A card that is paid with on a page of its network. */
	card_redirect?: CardRedirect | null;
	/** What stands for the card. */
	card_token?: CardToken | null;
	crypto?: Crypto | null;
	gift_card?: GiftCard | null;
	/** A payment by phone. */
	mobile_payment?: MobilePayment | null;
	/** A network token: a number that stands for a card at its network. */
	network_token?: NetworkToken | null;
	open_banking?: OpenBanking | null;
	/** Buy now, pay later. */
	pay_later?: PayLater | null;
	real_time_payment?: RealTimePayment | null;
	upi?: Upi | null;
	/** A voucher that is paid in a shop or at a bank. */
	voucher?: Voucher | null;
	wallet?: PaymentsWallet | null;
});
export type PaymentMethodResponse = {
	card: Card | null;
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret: string | null;
	/** When it was created, ISO 8601 in UTC. */
	created: string;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string;
	/** Whether payment in installments is possible. */
	installment_payment_enabled: boolean;
	/** When it was last paid with, ISO 8601 in UTC. */
	last_used_at: string;
	merchant_id: string;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** How the customer pays with it, such as by a redirect or in an app. */
	payment_experience: PaymentExperience[];
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: string | null;
	/** The stored payment method: it begins with `pm_`. */
	payment_method_id: string;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: string | null;
	/** Whether it can be charged again without the customer. */
	recurring_enabled: boolean;
};
export type PaymentMethodStatus = "active" | "inactive" | "processing" | "awaiting_data" | "new" | "redacted" | (string & {});
export type PaymentMethodType = "ach" | "affirm" | "afterpay_clearpay" | "alfamart" | "ali_pay" | "ali_pay_hk" | "alma" | "amazon_pay" | "apple_pay" | "atome" | "bacs" | "bancontact_card" | "bca_bank_transfer" | "becs" | "benefit" | "bhn_card_network" | "bizum" | "blik" | "bluecode" | "bni_va" | "boleto" | "breadpay" | "bri_va" | "card_redirect" | "cashapp" | "cimb_va" | "classic" | "credit" | "crypto_currency" | "dana" | "danamon_va" | "debit" | "direct_carrier_billing" | "duit_now" | "efecty" | "eft" | "eft_debit_order" | "eps" | "evoucher" | "family_mart" | "flexiti" | "fps" | "gcash" | "giropay" | "givex" | "go_pay" | "google_pay" | "ideal" | "indomaret" | "indonesian_bank_transfer" | "instant_bank_transfer" | "instant_bank_transfer_finland" | "instant_bank_transfer_poland" | "interac" | "kakao_pay" | "klarna" | "knet" | "lawson" | "local_bank_redirect" | "local_bank_transfer" | "mandiri_va" | "mb_way" | "mifinity" | "mini_stop" | "mobile_pay" | "momo" | "momo_atm" | "multibanco" | "network_token" | "online_banking_czech_republic" | "online_banking_finland" | "online_banking_fpx" | "online_banking_poland" | "online_banking_slovakia" | "online_banking_thailand" | "open_banking" | "open_banking_pis" | "open_banking_uk" | "oxxo" | "pago_efectivo" | "pay_bright" | "pay_easy" | "pay_safe_card" | "payjustnow" | "paypal" | "paysera" | "paze" | "permata_bank_transfer" | "pix" | "pix_automatico_push" | "pix_automatico_qr" | "pix_emv" | "pix_key" | "pix_qr" | "prompt_pay" | "przelewy24" | "pse" | "qris" | "red_compra" | "red_pagos" | "revolut_pay" | "samsung_pay" | "seicomart" | "sepa" | "sepa_bank_transfer" | "sepa_guarenteed_debit" | "seven_eleven" | "skrill" | "sofort" | "swish" | "touch_n_go" | "trustly" | "twint" | "upi_collect" | "upi_intent" | "upi_qr" | "venmo" | "viet_qr" | "vipps" | "walley" | "we_chat_pay" | (string & {});
export type PaymentMethodTypes = {
	message: Message;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType;
};
/** What a merchant states of a payment. */
export type PaymentRequest = {
	/** Whether to answer with everything that the connector sent, in `whole_connector_response`. */
	all_keys_required?: boolean | null;
	/** The only payment methods that this payment may be paid with. */
	allowed_payment_method_types?: PaymentMethodType[] | null;
	/** How much the customer pays, in minor units: 2599 with EUR is 25.99 euros. */
	amount?: number | null;
	/** How much to capture, in minor units; all that is authorized unless stated. */
	amount_to_capture?: number | null;
	/** Whether the customer is authenticated by 3-D Secure: `three_ds` or `no_three_ds`. */
	authentication_type?: AuthenticationType | null;
	/** The billing address, with phone and email. */
	billing?: Address | null;
	/** What the customer's statement says. */
	billing_descriptor?: BillingDescriptor | null;
	/** The customer's browser or device, which 3-D Secure asks for. */
	browser_info?: BrowserInfo | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	business_country?: Country | null;
	/** Which of its businesses a merchant means. */
	business_label?: string | null;
	/** Which part of that business a merchant means. */
	business_sub_label?: string | null;
	/** When the money is taken: `automatic` at once, `manual` by a later capture, `manual_multiple` by several, `scheduled` at a stated time. */
	capture_method?: CaptureMethod | null;
	/** When a scheduled capture is to be made, ISO 8601. */
	capture_on?: Timestamp | null;
	/** The verification code on the card. */
	card_cvc?: string | null;
	/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
	client_secret?: string | null;
	/** Whether to take the payment in this request. */
	confirm?: boolean | null;
	/** The connectors to choose from, in this order. */
	connector?: ConnectorName[] | null;
	/** What single connectors need beside the rest, by connector. */
	connector_metadata?: ConnectorMetadata | null;
	/** What Click to Pay gave. */
	ctp_service_details?: CtpServiceDetails | null;
	/** The currency, as three letters of ISO 4217. */
	currency?: Currency | null;
	customer?: CustomerDetails | null;
	/** That, when and how the customer agreed that a payment method is stored. */
	customer_acceptance?: CustomerAcceptance | null;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id?: Identifier | null;
	/** What is paid for, in words of the merchant. */
	description?: string | null;
	/** The discount on the order, in minor units. */
	discount_amount?: number | null;
	/** The customs duty on the order, in minor units. */
	duty_amount?: number | null;
	/** The email address of the customer. */
	email?: Email | null;
	/** Whether to ask for the right to capture more than is authorized. */
	enable_overcapture?: boolean | null;
	/** Whether an authorization of less than the amount is accepted. */
	enable_partial_authorization?: boolean | null;
	/** How a surcharge is calculated by another service. */
	external_surcharge_strategy?: ("apply" | "waive" | (string & {})) | null;
	/** What single payment methods need beside the rest. */
	feature_metadata?: FeatureMetadata | null;
	/** Whether 3-D Secure must challenge the customer. */
	force_3ds_challenge?: boolean | null;
	/** What the check for fraud needs beside the rest. */
	frm_metadata?: JsonObject | null;
	/** The installments that were chosen. */
	installment_data?: InstallmentRequest | null;
	/** The installments that are offered. */
	installment_options?: InstallmentOption[] | null;
	/** Whether customers are sent on inside a frame of the page. */
	is_iframe_redirection_enabled?: boolean | null;
	/** Whether the card was stored before, by the merchant. */
	is_stored_credential?: boolean | null;
	/** What the customer agrees to, so that the payment method can be charged again. */
	mandate_data?: MandateData | null;
	/** The mandate: it begins with `man_`. */
	mandate_id?: string | null;
	/** Credentials for this one request. */
	merchant_connector_details?: MerchantConnectorDetails | null;
	merchant_id?: Identifier | null;
	/** The merchant's own reference of the order. */
	merchant_order_reference_id?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** Why a payment is made without the customer. */
	mit_category?: MitCategory | null;
	/** The name of the customer. */
	name?: string | null;
	/** True for a payment without the customer, with a payment method that was stored before. */
	off_session?: boolean | null;
	/** When the order was made, ISO 8601. */
	order_date?: Timestamp | null;
	/** The items of the order. */
	order_details?: OrderDetails[] | null;
	/** The tax of the order, in minor units. */
	order_tax_amount?: number | null;
	/** Partner and merchant, as the processor knows them. */
	partner_merchant_identifier_details?: PartnerMerchantIdentifierDetails | null;
	/** How the order came: online, by mail, by phone. */
	payment_channel?: PaymentChannel | null;
	/** How the customer pays with it, such as by a redirect or in an app. */
	payment_experience?: PaymentExperience | null;
	/** An identifier of the merchant's choice, up to 64 letters, digits, `_` and `-`. */
	payment_id?: Identifier | null;
	/** In requests, whether to make a payment link; in answers, the link. */
	payment_link?: boolean | null;
	/** How payment links look and behave. */
	payment_link_config?: PaymentLinkConfig | null;
	/** The name of a configuration of payment links, at the profile. */
	payment_link_config_id?: string | null;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method?: VocabularyPaymentMethod | null;
	/** The data of the payment method, under the name of its family. */
	payment_method_data?: PaymentMethodData | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type?: PaymentMethodType | null;
	/** What stands for a stored payment method for a few minutes, as a list of payment methods answers it. */
	payment_token?: string | null;
	/** Whether it is a usual payment, or sets something up for later ones. */
	payment_type?: ("normal" | "new_mandate" | "setup_mandate" | "recurring_mandate" | "installment" | (string & {})) | null;
	/** The phone number of the customer, without the country code. */
	phone?: string | null;
	/** The dialling code of the phone number, such as `+1`. */
	phone_country_code?: string | null;
	/** The acquirer of a profile: it begins with `pro_acq_`. */
	profile_acquirer_id?: string | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** Why strong customer authentication is not needed. */
	psd2_sca_exemption_type?: ("low_value" | "transaction_risk_analysis" | (string & {})) | null;
	/** The stored payment method that is charged. */
	recurring_details?: RecurringDetails | null;
	/** Whether to ask for an authorization that lasts longer. */
	request_extended_authorization?: boolean | null;
	/** Whether the customer is authenticated by 3-D Secure outside of the processor. */
	request_external_three_ds_authentication?: boolean | null;
	/** Whether to ask for the right to raise the authorization later. */
	request_incremental_authorization?: boolean | null;
	/** Whether a failed payment is tried again, by this confirm. */
	retry_action?: ("manual_retry" | "requeue" | (string & {})) | null;
	/** Where the customer is sent after a redirect. */
	return_url?: string | null;
	/** A routing algorithm for this payment alone. */
	routing?: JsonObject | null;
	/** How long a customer may take to pay, in seconds. */
	session_expiry?: number | null;
	/** Whether the payment method is stored: `on_session` for payments with the customer present, `off_session` also for those without. */
	setup_future_usage?: FutureUsage | null;
	/** The shipping address, with phone and email. */
	shipping?: Address | null;
	/** The tax on shipping, in minor units. */
	shipping_amount_tax?: number | null;
	/** The cost of shipping, in minor units. */
	shipping_cost?: number | null;
	/** Whether no tax is calculated for this payment. */
	skip_external_tax_calculation?: boolean | null;
	/** How the payment is divided among several accounts. */
	split_payments?: SplitPayments | null;
	/** The name on the customer's statement. */
	statement_descriptor_name?: string | null;
	/** What the text on the statement ends with. */
	statement_descriptor_suffix?: string | null;
	/** What is added to the amount for the payment method. */
	surcharge_details?: SurchargeDetails | null;
	/** Whether the order is taxed. */
	tax_status?: ("taxable" | "exempt" | (string & {})) | null;
	/** What an authentication by 3-D Secure gave or needs. */
	three_ds_data?: ThreeDsData | null;
	/** Whether the hidden frame of the issuer has finished: `Y`, `N` or `U`. */
	threeds_method_comp_ind?: ("Y" | "N" | "U" | (string & {})) | null;
	/** Whether the payment method is turned into a token. */
	tokenization?: Tokenization | null;
};
export type PaymentResponse = {
	/** The only payment methods that this payment may be paid with. */
	allowed_payment_method_types: PaymentMethodType[] | null;
	/** How much the customer pays without tax, shipping and surcharge, in minor units. */
	amount: number;
	/** How much can still be captured, in minor units. */
	amount_capturable: number;
	/** How much has been captured, in minor units. */
	amount_received: number | null;
	/** How many attempts have been made: one for each connector that was asked, and each retry. */
	attempt_count: number;
	/** Every attempt, where `expand_attempts` asked for them. */
	attempts?: AttemptInPayment[];
	/** Whether the customer is authenticated by 3-D Secure: `three_ds` or `no_three_ds`. */
	authentication_type: AuthenticationType | null;
	/** How often the authorization was raised. */
	authorization_count: number | null;
	/** The billing address, with phone and email. */
	billing: Address | null;
	/** What the customer's statement says. */
	billing_descriptor: BillingDescriptor | null;
	/** The customer's browser or device, which 3-D Secure asks for. */
	browser_info: BrowserInfo | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	business_country: Country | null;
	/** Which of its businesses a merchant means. */
	business_label: string | null;
	/** Which part of that business a merchant means. */
	business_sub_label: string | null;
	/** Why it is cancelled, in words of the caller. */
	cancellation_reason: string | null;
	/** Until when the authorization can be captured, ISO 8601 in UTC. */
	capture_before: Timestamp | null;
	/** When the money is taken: `automatic` at once, `manual` by a later capture, `manual_multiple` by several, `scheduled` at a stated time. */
	capture_method: CaptureMethod | null;
	/** When a scheduled capture is to be made, ISO 8601. */
	capture_on: Timestamp | null;
	/** Every capture, where `expand_captures` asked for them. */
	captures?: CaptureInPayment[];
	/** How the card was found: typed, stored, or by Click to Pay. */
	card_discovery: ("manual" | "saved_card" | "click_to_pay" | (string & {})) | null;
	/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
	client_secret: string | null;
	/** The connector that was asked last. */
	connector: string | null;
	/** The connector's own identifier of the customer. */
	connector_customer_id: string | null;
	/** A name for the connector account, unique within its profile. */
	connector_label: string | null;
	/** The connector's own identifier of the mandate. */
	connector_mandate_id: string | null;
	/** What single connectors need beside the rest, by connector. */
	connector_metadata: ConnectorMetadata | null;
	/** What the connector told beside the result. */
	connector_response_metadata: JsonObject | null;
	/** The connector's own identifier of the payment. */
	connector_transaction_id: string | null;
	/** When the payment was created, ISO 8601 in UTC. */
	created: Timestamp | null;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency;
	customer: Customer | null;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string | null;
	/** What is paid for, in words of the merchant. */
	description: string | null;
	/** Every dispute of the payment. */
	disputes: DisputeInPayment[] | null;
	/** The email address of the customer. */
	email: string | null;
	/** Whether to ask for the right to capture more than is authorized. */
	enable_overcapture: boolean | null;
	/** Whether an authorization of less than the amount is accepted. */
	enable_partial_authorization: boolean | null;
	/** A key for the customer's app. */
	ephemeral_key: {
		/** When it was created, ISO 8601 in UTC. */
		created_at: number;
		/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
		customer_id: string;
		/** When it ends, in seconds since 1970. */
		expires: number;
		secret: string;
	} | null;
	/** Why the last attempt failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed: in unified words, of the issuer and of the connector. */
	error_details: ErrorDetails | null;
	/** Why the last attempt failed, in words of the connector. */
	error_message: string | null;
	/** Until when the customer can pay, ISO 8601 in UTC. */
	expires_on: Timestamp | null;
	/** Whether the connector granted an authorization that lasts longer. */
	extended_authorization_applied: boolean | null;
	/** When the authorization was last extended, ISO 8601 in UTC. */
	extended_authorization_last_applied_at: Timestamp | null;
	/** Whether the customer was authenticated outside of the processor. */
	external_3ds_authentication_attempted: boolean | null;
	/** How the authentication outside of the processor went. */
	external_authentication_details: ({
		/** Whether the customer was challenged. */
		authentication_flow: ("challenge" | "frictionless" | (string & {})) | null;
		/** The directory server's own identifier of the authentication. */
		ds_transaction_id: string | null;
		/** The electronic commerce indicator of the authentication. */
		electronic_commerce_indicator: string | null;
		/** Why it failed, as a code of the connector. */
		error_code: string | null;
		/** Why it failed, in words of the connector. */
		error_message: string | null;
		/** How things stand with it. */
		status: "started" | "pending" | "success" | "failed" | (string & {});
		version: string | null;
	}) | null;
	/** What single payment methods need beside the rest. */
	feature_metadata: FeatureMetadata | null;
	/** The same text for the same card number, from which the number cannot be found. */
	fingerprint: string | null;
	/** Whether 3-D Secure must challenge the customer. */
	force_3ds_challenge: boolean | null;
	/** Whether a challenge was forced. */
	force_3ds_challenge_trigger: boolean | null;
	/** How the check for fraud went. */
	frm_message: ({
		/** Why the check for fraud failed. */
		frm_error: string | null;
		/** The connector that checked for fraud. */
		frm_name: string;
		/** Why the check for fraud decided so. */
		frm_reason: unknown;
		/** The risk, as the check for fraud rates it. */
		frm_score: number | null;
		/** What the check for fraud found. */
		frm_status: string | null;
		/** The check's own identifier. */
		frm_transaction_id: string | null;
		/** Whether the check took place before or after the authorization. */
		frm_transaction_type: string | null;
	}) | null;
	/** What the check for fraud needs beside the rest. */
	frm_metadata: JsonObject | null;
	/** Whether the authorization can be raised. */
	incremental_authorization_allowed: boolean | null;
	/** Every raise of the authorization. */
	incremental_authorizations: IncrementalAuthorization[] | null;
	/** Who started the payment. */
	initiator: ("platform" | "connected" | (string & {})) | null;
	/** The installments that were chosen. */
	installment_data: InstallmentData | null;
	/** The installments that are offered. */
	installment_options: InstallmentOption[] | null;
	/** Whether customers are sent on inside a frame of the page. */
	is_iframe_redirection_enabled: boolean | null;
	/** Whether more than the authorized amount can be captured. */
	is_overcapture_enabled: boolean | null;
	/** Whether the card was stored before, by the merchant. */
	is_stored_credential: boolean | null;
	/** Why the issuer declined, as a code. */
	issuer_error_code: string | null;
	/** Why the issuer declined, in words. */
	issuer_error_message: string | null;
	/** What the customer agrees to, so that the payment method can be charged again. */
	mandate_data: MandateData | null;
	/** The mandate: it begins with `man_`. */
	mandate_id: string | null;
	/** Whether the failed payment may be confirmed again. */
	manual_retry_allowed: boolean | null;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id: string | null;
	/** What the merchant decided about a payment that was held for review. */
	merchant_decision: string | null;
	merchant_id: string;
	/** The merchant's own reference of the order. */
	merchant_order_reference_id: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** Why a payment is made without the customer. */
	mit_category: MitCategory | null;
	/** When it last changed, ISO 8601 in UTC. */
	modified_at: Timestamp | null;
	/** The name of the customer. */
	name: string | null;
	/** The whole amount with tax, shipping and surcharge, in minor units. */
	net_amount: number;
	/** What the network said. */
	network_details: ({
		/** The code of the network's advice after a decline. */
		network_advice_code: string | null;
	}) | null;
	/** The identifier of the payment at the card network, which later payments refer to. */
	network_transaction_id: string | null;
	/** The identifier that joins payments at the card network. */
	network_transaction_link_id: string | null;
	/** What the customer has to do next, such as visiting a page. */
	next_action: NextAction | null;
	/** Whether the customer is absent: the payment method was stored before. */
	off_session: boolean | null;
	/** The items of the order. */
	order_details: OrderDetails[] | null;
	/** The tax of the order, in minor units. */
	order_tax_amount: number | null;
	/** Partner and merchant, as the processor knows them. */
	partner_merchant_identifier_details: PartnerMerchantIdentifierDetails | null;
	/** How the order came: online, by mail, by phone. */
	payment_channel: PaymentChannel | null;
	/** How the customer pays with it, such as by a redirect or in an app. */
	payment_experience: PaymentExperience | null;
	/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
	payment_id: string;
	/** In requests, whether to make a payment link; in answers, the link. */
	payment_link: ({
		/** The address of the page of the payment link. */
		link: string;
		/** The payment link: it begins with `plink_`. */
		payment_link_id: string;
		/** The address of the page for use in a frame of the merchant. */
		secure_link: string | null;
	}) | null;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod | null;
	/** The data of the payment method, under the name of its family. */
	payment_method_data: MaskedPaymentMethodData | null;
	/** The stored payment method: it begins with `pm_`. */
	payment_method_id: string | null;
	/** Whether the stored payment method can be charged. */
	payment_method_status: PaymentMethodStatus | null;
	/** How the stored payment method can be charged again. */
	payment_method_tokenization_details: ({
		/** Whether it can be charged without the customer. */
		is_eligible_for_mit_payment: boolean;
		/** The network token of the payment method. */
		network_tokenization: boolean;
		/** The identifier of the payment at the card network, which later payments refer to. */
		network_transaction_id: string | null;
		/** The identifier that joins payments at the card network. */
		network_transaction_link_id: string | null;
		/** The stored payment method: it begins with `pm_`. */
		payment_method_id: string;
		/** Whether the stored payment method can be charged. */
		payment_method_status: PaymentMethodStatus | null;
		/** The processor's own token of the payment method. */
		psp_tokenization: boolean;
	}) | null;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType | null;
	/** What stands for the stored payment method that was paid with. */
	payment_token: string | null;
	/** The phone number of the customer, without the country code. */
	phone: string | null;
	/** The merchant account that processes the payment: the same as `merchant_id`. */
	processor_merchant_id: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string | null;
	/** The connector's own reference of the payment, for its support and its reports. */
	reference_id: string | null;
	/** Every refund of the payment. */
	refunds: RefundInPayment[] | null;
	/** Whether to ask for an authorization that lasts longer. */
	request_extended_authorization: boolean | null;
	/** Where the customer is sent afterwards. */
	return_url: string | null;
	/** What the payment form presents in place of key and client secret. */
	sdk_authorization: string | null;
	/** The account that the money comes from. */
	sender_payment_instrument_id: string | null;
	/** Whether the payment method is stored: `on_session` for payments with the customer present, `off_session` also for those without. */
	setup_future_usage: FutureUsage | null;
	/** The shipping address, with phone and email. */
	shipping: Address | null;
	/** The cost of shipping, in minor units. */
	shipping_cost: number | null;
	/** How the payment is divided among several accounts. */
	split_payments: JsonObject | null;
	/** What was refunded, disputed and cancelled of the payment. */
	state_metadata: ({
		/** How the cancellation of the captured payment went. */
		post_capture_void: ({
			/** The connector's own reference. */
			connector_reference_id: string | null;
			/** What it is about, in words of the caller. */
			description: string | null;
			/** How things stand with it. */
			status: PostCaptureVoidStatus;
			/** When it last changed, ISO 8601 in UTC. */
			updated_at: Timestamp;
		}) | null;
		/** How much is disputed, in minor units. */
		total_disputed_amount: number | null;
		/** How much was refunded, in minor units. */
		total_refunded_amount: number | null;
	}) | null;
	/** The name on the customer's statement. */
	statement_descriptor_name: string | null;
	/** What the text on the statement ends with. */
	statement_descriptor_suffix: string | null;
	/** How things stand with the payment. */
	status: PaymentStatus;
	/** What is added to the amount for the payment method. */
	surcharge_details: SurchargeDetails | null;
	/** Whether the payment method is turned into a token. */
	tokenization: Tokenization | null;
	/** Why it failed, in a code that is the same for all connectors. */
	unified_code: string | null;
	/** Why it failed, in words that are the same for all connectors. */
	unified_message: string | null;
	/** When it last changed, ISO 8601 in UTC. */
	updated: Timestamp | null;
	/** What the connector answered, as it is, where it was asked for. */
	whole_connector_response: string | null;
};
export type PaymentRouting = {
	/** The attempts, oldest first; none before the confirm. */
	attempts: ExplainedAttempt[];
	/** The payment: its merchant may choose the identifier, else it begins with `pay_`. */
	payment_id: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** How things stand with it. */
	status: string;
};
export type PaymentsBankTransfer = {
	/** ACH, a transfer in the United States. */
	ach_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	/** Bacs, a transfer in the United Kingdom. */
	bacs_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	/** A transfer to a virtual account at BCA. */
	bca_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	/** A transfer to a virtual account at BNI. */
	bni_va_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	/** A transfer to a virtual account at BRI. */
	bri_va_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	/** A transfer to a virtual account at CIMB. */
	cimb_va_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	/** A transfer to a virtual account at Danamon. */
	danamon_va_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	/** A bank transfer in Indonesia. */
	indonesian_bank_transfer?: {
		/** The name of the bank. */
		bank_name?: BankName | null;
	};
	/** An instant bank transfer. */
	instant_bank_transfer?: Record<string, unknown>;
	/** An instant bank transfer in Finland. */
	instant_bank_transfer_finland?: Record<string, unknown>;
	/** An instant bank transfer in Poland. */
	instant_bank_transfer_poland?: Record<string, unknown>;
	/** A bank transfer in the customer's country. */
	local_bank_transfer?: {
		/** The code that identifies the bank in its country. */
		bank_code?: string | null;
	};
	/** A transfer to a virtual account at Mandiri. */
	mandiri_va_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	multibanco_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	/** A transfer to a virtual account at Permata. */
	permata_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
	};
	pix?: {
		/** The tax number of a company in Brazil. */
		cnpj?: string | null;
		/** The tax number of a person in Brazil. */
		cpf?: string | null;
		/** The account that the money goes to. */
		destination_bank_account_id?: string | null;
		/** Until when it can be paid, ISO 8601. */
		expiry_date?: string | null;
		/** The Pix key of the account. */
		pix_key?: string | null;
		/** The account that the money comes from. */
		source_bank_account_id?: string | null;
	};
	/** Pix Automático, approved in the app of the bank. */
	pix_automatico_push?: {
		/** The number of the bank account. */
		account_number?: string | null;
		/** The code of the bank. */
		bank_identifier?: string | null;
		/** The code of the bank's branch. */
		branch_code?: string | null;
	};
	/** Pix Automático, by a QR code. */
	pix_automatico_qr?: Record<string, unknown>;
	/** Pix, by an EMV code. */
	pix_emv?: Record<string, unknown>;
	/** Pix, by a QR code. */
	pix_qr?: Record<string, unknown>;
	pse?: Record<string, unknown>;
	sepa_bank_transfer?: {
		/** Name, email and address of the account holder. */
		billing_details?: BillingDetails3 | null;
		/** The country, as two letters of ISO 3166-1. */
		country?: Country | null;
	};
};
/** How things stand with a payment. */
export type PaymentStatus = "succeeded" | "failed" | "cancelled" | "cancelled_post_capture" | "processing" | "requires_customer_action" | "requires_merchant_action" | "requires_payment_method" | "requires_confirmation" | "requires_capture" | "partially_captured" | "partially_captured_and_capturable" | "partially_authorized_and_requires_capture" | "partially_captured_and_processing" | "conflicted" | "expired" | "review" | (string & {});
export type PaymentsWallet = {
	ali_pay_hk_redirect?: Record<string, unknown>;
	/** Alipay, by a QR code. */
	ali_pay_qr?: Record<string, unknown>;
	/** Alipay, by a redirect. */
	ali_pay_redirect?: Record<string, unknown>;
	amazon_pay?: {
		/** The session of Amazon Pay. */
		checkout_session_id?: string | null;
	};
	/** Amazon Pay, by a redirect. */
	amazon_pay_redirect?: Record<string, unknown>;
	apple_pay?: ApplePay;
	/** Apple Pay, by a redirect. */
	apple_pay_redirect?: Record<string, unknown>;
	/** Apple Pay, by another company's software. */
	apple_pay_third_party_sdk?: {
		token?: string | null;
	};
	bluecode_redirect?: Record<string, unknown>;
	/** Cash App Pay, by a QR code. */
	cashapp_qr?: Record<string, unknown>;
	dana_redirect?: Record<string, unknown>;
	gcash_redirect?: Record<string, unknown>;
	go_pay_redirect?: Record<string, unknown>;
	google_pay?: GooglePay;
	/** Google Pay, by a redirect. */
	google_pay_redirect?: Record<string, unknown>;
	/** Google Pay, by another company's software. */
	google_pay_third_party_sdk?: {
		token?: string | null;
	};
	kakao_pay_redirect?: Record<string, unknown>;
	mb_way_redirect?: {
		telephone_number?: string | null;
	};
	mifinity?: {
		/** The date of birth, `YYYY-MM-DD`. */
		date_of_birth?: string | null;
		/** The language that the customer prefers. */
		language_preference?: string | null;
	};
	mobile_pay_redirect?: Record<string, unknown>;
	momo_redirect?: Record<string, unknown>;
	/** PayPal, by a redirect. */
	paypal_redirect?: {
		email?: Email | null;
	};
	/** PayPal, by PayPal's own software. */
	paypal_sdk?: {
		token: string;
	};
	paysera?: Record<string, unknown>;
	paze?: {
		complete_response?: string | null;
	};
	revolut_pay?: Record<string, unknown>;
	samsung_pay?: {
		/** What Samsung Pay gave. */
		payment_credential?: JsonObject | null;
	};
	skrill?: Record<string, unknown>;
	/** Swish, by a QR code. */
	swish_qr?: Record<string, unknown>;
	touch_n_go_redirect?: Record<string, unknown>;
	twint_redirect?: Record<string, unknown>;
	vipps_redirect?: Record<string, unknown>;
	/** WeChat Pay, by a QR code. */
	we_chat_pay_qr?: Record<string, unknown>;
	/** WeChat Pay, by a redirect. */
	we_chat_pay_redirect?: Record<string, unknown>;
};
export type PayoutConnector = "adyen" | "adyenplatform" | "cybersource" | "ebanx" | "envoy" | "gigadat" | "itaubank" | "loonio" | "nomupay" | "nuvei" | "payone" | "paypal" | "stripe" | "truelayer" | "trustly" | "wise" | "worldpay" | "worldpayxml" | "phonypay" | "fauxpay" | "pretendpay" | "stripe_test" | "adyen_test" | "checkout_test" | "paypal_test" | (string & {});
export type PayoutEntityType = "Individual" | "Company" | "NonProfit" | "PublicSector" | "NaturalPerson" | "lowercase" | "Personal" | (string & {});
export type PayoutFilters = {
	/** The connector, by its name, such as `stripe_test`. */
	connector: AccountsByConnector;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency[];
	/** What is paid to, within its family. */
	payout_method: PayoutType[];
	/** How things stand with it. */
	status: PayoutStatus[];
};
export type PayoutFilterValues = {
	/** The connector, by its name, such as `stripe_test`. */
	connector: PayoutConnector[];
	/** The currency, as three letters of ISO 4217. */
	currency: Currency[];
	/** What is paid to, within its family. */
	payout_method: PayoutType[];
	/** How things stand with it. */
	status: PayoutStatus[];
};
export type PayoutLinkConfig = {
	/** Web domains whose pages may show the link in a frame. */
	allowed_domains: string[];
	/**
	 * The web domain of the link.
	 * @default null
	 */
	domain_name?: string | null;
	/**
	 * How the form is laid out on the page.
	 * @default null
	 */
	form_layout?: ("tabs" | "journey" | (string & {})) | null;
	/**
	 * The address of the logo.
	 * @default null
	 */
	logo?: string | null;
	/**
	 * The name of the merchant.
	 * @default null
	 */
	merchant_name?: string | null;
	/**
	 * Whether payout links work without a web domain, for tests.
	 * @default null
	 */
	payout_test_mode?: boolean | null;
	/**
	 * The colour of the page.
	 * @default null
	 */
	theme?: string | null;
};
export type PayoutLinkConfig2 = {
	/** The payment methods that are offered. */
	enabled_payment_methods?: EnabledPaymentMethods3[] | null;
	/** How the form is laid out on the page. */
	form_layout?: ("tabs" | "journey" | (string & {})) | null;
	/** The address of the logo. */
	logo?: string | null;
	/** The name of the merchant. */
	merchant_name?: string | null;
	/** The identifier of the payout link. */
	payout_link_id?: string | null;
	/** Whether no real money moves. */
	test_mode?: boolean | null;
	/** The colour of the page. */
	theme?: string | null;
};
export type PayoutMethodData = {
	card: CardPayout;
} | {
	bank: BankTransfer;
} | {
	wallet: Wallet;
} | ({
	/** A payment that the customer approves at the customer's bank. */
	bank_redirect: {
		interac: {
			email: Email;
		};
	} | {
		/** Open Banking in the United Kingdom. */
		open_banking_uk: {
			/** The person or company that the bank account belongs to. */
			account_holder_name: string;
			/** The IBAN of the account. */
			iban: string;
		};
	};
}) | ({
	/** A token of the processor, which is handed on as it is. */
	passthrough: {
		/** The customer, as the processor knows it. */
		psp_customer_id?: string | null;
		/** The token of the processor. */
		psp_token: string;
		/** What kind of token it is. */
		token_type: PaymentMethodType;
	};
}) | {
	/** A transfer that the customer makes. */
	bank_transfer: SourceBankData;
};
export type PayoutPriority = "instant" | "fast" | "regular" | "wire" | "cross_border" | "internal" | (string & {});
export type PayoutRequest = {
	/** How much is paid out, in minor units. */
	amount?: number | null;
	/** Whether the payout is made as soon as it is confirmed. */
	auto_fulfill?: boolean | null;
	/** The billing address, with phone and email. */
	billing?: Address | null;
	/** The customer's browser or device, which 3-D Secure asks for. */
	browser_info?: BrowserInfo | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	business_country?: Country | null;
	/** Which of its businesses a merchant means. */
	business_label?: string | null;
	/** The secret that lets a recipient's browser or app confirm this one payout, together with the publishable key. */
	client_secret?: string | null;
	/** Whether to send the payout to a connector in this request. */
	confirm?: boolean | null;
	/** The connector, by its name, such as `stripe_test`. */
	connector?: PayoutConnector[] | null;
	/** The currency, as three letters of ISO 4217. */
	currency?: Currency | null;
	customer?: CustomerDetails | null;
	/** The recipient, as a customer of the merchant. */
	customer_id?: Identifier | null;
	/** What it is about, in words of the caller. */
	description?: string | null;
	email?: Email | null;
	/** What kind of recipient it is. */
	entity_type?: PayoutEntityType | null;
	/** The merchant's own reference of the order. */
	merchant_order_reference_id?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	name?: string | null;
	/** A page on which the recipient says where the money goes. */
	payout_link?: boolean | null;
	/** How payout links look and behave. */
	payout_link_config?: PayoutLinkConfig2 | null;
	/** Where the money goes: a card, a bank account or a wallet. */
	payout_method_data?: PayoutMethodData | null;
	/** The stored destination: it begins with `pm_`. */
	payout_method_id?: string | null;
	/** What stands for a stored destination. */
	payout_token?: string | null;
	/** What is paid to, by its family: `card`, `bank`, `wallet` and so on. */
	payout_type?: PayoutType | null;
	/** The phone number, without the country code. */
	phone?: string | null;
	/** The dialling code of the phone number, such as `+1`. */
	phone_country_code?: string | null;
	/** How fast the money is to arrive. */
	priority?: PayoutPriority | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
	/** Whether the destination is stored for later payouts. */
	recurring?: boolean | null;
	/** Where the customer is sent afterwards. */
	return_url?: string | null;
	/** How the connector is chosen. */
	routing?: JsonObject | null;
	/** How long a customer may take to pay, in seconds. */
	session_expiry?: number | null;
	/** The account of the merchant that the money comes from. */
	source_bank_data?: SourceBankData | null;
};
export type PayoutResponse = {
	/** How much is paid out, in minor units. */
	amount: number;
	/** Every attempt at the payout, where there is one. */
	attempts: AttemptInPayout[] | null;
	/** Whether the payout is made as soon as it is confirmed. */
	auto_fulfill: boolean;
	/** The billing address, with phone and email. */
	billing: Address | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	business_country: Country | null;
	/** Which of its businesses a merchant means. */
	business_label: string | null;
	/** The secret that lets a recipient's browser or app confirm this one payout, together with the publishable key. */
	client_secret: string;
	/** The connector that was asked. */
	connector: string | null;
	/** The connector's own identifier of the payment. */
	connector_transaction_id: string | null;
	/** When it was created, ISO 8601 in UTC. */
	created: Timestamp;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency;
	customer: Customer | null;
	/** The recipient, as a customer of the merchant. */
	customer_id: string | null;
	/** What it is about, in words of the caller. */
	description: string | null;
	email: string | null;
	/** What kind of recipient it is. */
	entity_type: PayoutEntityType;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id: string | null;
	merchant_id: string;
	/** The merchant's own reference of the order. */
	merchant_order_reference_id: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	name: string | null;
	/** The payout: its merchant may choose the identifier, else it begins with `payout_`. */
	payout_id: string;
	/** A page on which the recipient says where the money goes. */
	payout_link: {
		/** The address of the page. */
		link: string;
		/** The identifier of the payout link. */
		payout_link_id: string;
	} | null;
	/** Where the money goes: a card, a bank account or a wallet. */
	payout_method_data: ShownDestination | null;
	/** The stored destination: it begins with `pm_`. */
	payout_method_id: string | null;
	/** What is paid to, by its family: `card`, `bank`, `wallet` and so on. */
	payout_type: PayoutType | null;
	/** The phone number, without the country code. */
	phone: string | null;
	/** The dialling code of the phone number, such as `+1`. */
	phone_country_code: string | null;
	/** How fast the money is to arrive. */
	priority: PayoutPriority | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** Whether the destination is stored for later payouts. */
	recurring: boolean;
	/** Where the customer is sent afterwards. */
	return_url: string | null;
	/** The account of the merchant that the money comes from. */
	source_bank_data: ShownDestination | null;
	/** How things stand with the payout. */
	status: PayoutStatus;
	/** Why it failed, in a code that is the same for all connectors. */
	unified_code: string | null;
	/** Why it failed, in words that are the same for all connectors. */
	unified_message: string | null;
};
/** How things stand with a payout. */
export type PayoutStatus = "success" | "failed" | "cancelled" | "initiated" | "expired" | "reversed" | "pending" | "ineligible" | "requires_creation" | "requires_confirmation" | "requires_payout_method_data" | "requires_fulfillment" | "requires_vendor_account_creation" | (string & {});
export type PayoutType = "card" | "bank" | "wallet" | "bank_redirect" | (string & {});
export type Percentage = {
	/** From 0 to 100, with at most two decimals. */
	percentage: number;
};
export type PhoneDetails = {
	/** The country, as two letters of ISO 3166-1 or as its dialling code such as `+44`. */
	country_code?: string | null;
	number?: string | null;
};
export type PollConfig = {
	/** How long to wait before the next question, in seconds. */
	delay_in_secs: number;
	/** How often to ask at most. */
	frequency: number;
};
export type PollResponse = {
	/** What to ask about at `/poll/status/{poll_id}`. */
	poll_id: string;
	/** How things stand with it. */
	status: "pending" | "completed" | "not_found" | (string & {});
};
export type PostCaptureVoidStatus = "succeeded" | "pending" | "failed" | (string & {});
export type PostSessionTokensRequest = {
	/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
	client_secret?: string | null;
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType;
};
export type PrimaryBusinessDetails = BusinessDetails[] | {
	/** The name of the business. */
	business: string;
	/** The country, as two letters of ISO 3166-1. */
	country: Country;
};
export type ProcessingFees = ({
		/** @default null */
		card_networks?: CardNetwork[] | null;
		/**
		 * The types of cards that it is for; all unless stated.
		 * @default null
		 */
		card_types?: (("credit" | "debit" | (string & {}))[]) | null;
		/**
		 * The currency, as three letters of ISO 4217.
		 * @default null
		 */
		currency?: Currency | null;
		/** What is taken of every payment, in minor units of its currency. */
		fixed: number;
		/**
		 * The payment methods, by family.
		 * @default null
		 */
		payment_methods?: VocabularyPaymentMethod[] | null;
		/** What is taken beside it, in thousandths of the amount, with at most three decimals: 14 is 1.4 percent. */
		per_mille: number;
		/**
		 * Where the issuer of the card is, as seen from the business: in its country, elsewhere in the European Economic Area with both in it, or anywhere else.
		 * @default null
		 */
		region?: ("domestic" | "intra_eea" | "international" | (string & {})) | null;
	})[];
export type ProcessorsName = string;
export type ProductType = "orchestration" | "vault" | "recon" | "recovery" | "cost_observability" | "dynamic_routing" | (string & {});
export type ProfileAcquirerResponse = {
	/** The number that the acquirer has given the merchant. */
	acquirer_assigned_merchant_id: string | null;
	/** The number of the acquirer at the card network. */
	acquirer_bin: string | null;
	/** The country of the acquirer. */
	acquirer_country_code: string | null;
	/** The share of fraud at the acquirer, in percent. */
	acquirer_fraud_rate: number | null;
	/** The number of the acquirer at Mastercard. */
	acquirer_ica: string | null;
	/** Whether it is used where none is named. */
	is_default: boolean;
	/** The name of the merchant. */
	merchant_name: string | null;
	network: CardNetwork | null;
	/** The acquirer of a profile: it begins with `pro_acq_`. */
	profile_acquirer_id: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
};
export type ProfileFallback = {
	/** Connector accounts, in the order in which they are tried. */
	connectors: FallbackList;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
};
export type ProfileLinkConfig = {
	/**
	 * Web domains whose pages may show the link in a frame.
	 * @default null
	 */
	allowed_domains?: string[] | null;
	/** The look of the pages for payers: its theme, the place of labels, and variables. */
	appearance?: Appearance | null;
	/**
	 * The colour behind the page, such as `#ffffff`.
	 * @default null
	 */
	background_colour?: string | null;
	/**
	 * An image behind the page.
	 * @default null
	 */
	background_image?: BackgroundImage | null;
	/**
	 * Whether the page shows the brand of the switch.
	 * @default null
	 */
	branding_visibility?: boolean | null;
	/**
	 * Settings of single businesses, by name.
	 * @default null
	 */
	business_specific_configs?: {
		[key: string]: PaymentLinkConfig;
	} | null;
	/**
	 * The colour of the icon that says that the verification code is wrong.
	 * @default null
	 */
	color_icon_card_cvc_error?: string | null;
	/**
	 * A sentence about the terms for cards, shown on the page.
	 * @default null
	 */
	custom_message_for_card_terms?: string | null;
	/**
	 * Sentences that the page shows at single payment methods.
	 * @default null
	 */
	custom_message_for_payment_method_types?: CustomMessageForPaymentMethodTypes[] | null;
	/**
	 * How the details of the order are laid out on the page.
	 * @default null
	 */
	details_layout?: ("layout1" | "layout2" | (string & {})) | null;
	/**
	 * Whether the page shows the form alone, without the details of the order.
	 * @default null
	 */
	display_sdk_only?: boolean | null;
	/**
	 * The web domain of the link.
	 * @default null
	 */
	domain_name?: string | null;
	/**
	 * Whether the button to pay waits until the form is complete.
	 * @default null
	 */
	enable_button_only_on_form_ready?: boolean | null;
	/**
	 * Whether payment methods that the customer has saved are offered.
	 * @default null
	 */
	enabled_saved_payment_method?: boolean | null;
	/**
	 * Whether the form asks for no name of the card.
	 * @default null
	 */
	hide_card_nickname_field?: boolean | null;
	/**
	 * Whether nothing is paid, and the payment method is only stored for later.
	 * @default null
	 */
	is_setup_mandate_flow?: boolean | null;
	/**
	 * The address of the logo.
	 * @default null
	 */
	logo?: string | null;
	/**
	 * The colour of the button to pay.
	 * @default null
	 */
	payment_button_colour?: string | null;
	/**
	 * The text on the button to pay.
	 * @default null
	 */
	payment_button_text?: string | null;
	/**
	 * The colour of the text on the button to pay.
	 * @default null
	 */
	payment_button_text_colour?: string | null;
	/**
	 * The text above the form.
	 * @default null
	 */
	payment_form_header_text?: string | null;
	/**
	 * Where the form shows the names of its fields.
	 * @default null
	 */
	payment_form_label_type?: ("above" | "floating" | "never" | (string & {})) | null;
	/**
	 * CSS for the page of a payment link, by selector.
	 * @default null
	 */
	payment_link_ui_rules?: {
		[key: string]: {
			[key: string]: string;
		};
	} | null;
	/**
	 * The layout of the payment form.
	 * @default null
	 */
	sdk_layout?: string | null;
	/**
	 * CSS for the payment form, by selector.
	 * @default null
	 */
	sdk_ui_rules?: {
		[key: string]: {
			[key: string]: string;
		};
	} | null;
	/**
	 * The name of the seller that the page shows.
	 * @default null
	 */
	seller_name?: string | null;
	/**
	 * Whether the form for a card is open when the page is shown.
	 * @default null
	 */
	show_card_form_by_default?: boolean | null;
	/**
	 * When the page shows the terms for cards.
	 * @default null
	 */
	show_card_terms?: ("always" | "auto" | "never" | (string & {})) | null;
	/**
	 * Whether the page shows the name of the merchant.
	 * @default null
	 */
	show_merchant_name?: boolean | null;
	/**
	 * Whether customers go back to the merchant at once, without a page about the result.
	 * @default null
	 */
	skip_status_screen?: boolean | null;
	/**
	 * The colour of the page.
	 * @default null
	 */
	theme?: string | null;
	/**
	 * Details that the page shows beside the order.
	 * @default null
	 */
	transaction_details?: TransactionDetails[] | null;
};
export type ProfileRequest = {
	/** Whether wallets are always asked for the billing address. */
	always_collect_billing_details_from_wallet_connector?: boolean | null;
	/** Whether wallets are always asked for the shipping address. */
	always_collect_shipping_details_from_wallet_connector?: boolean | null;
	/** Whether every payment asks to capture more than was authorized. */
	always_enable_overcapture?: boolean | null;
	/** Whether every payment asks for an authorization that lasts longer. */
	always_request_extended_authorization?: boolean | null;
	/** Web domains that Apple has verified for Apple Pay. */
	applepay_verified_domains?: string[] | null;
	/** How customers are authenticated by 3-D Secure outside of the processor. */
	authentication_connector_details?: StatedAuthenticationDetails | null;
	/** Identifiers of products for authentication, by connector. */
	authentication_product_ids?: {
		[key: string]: Identifier;
	} | null;
	/** The connector account that bills subscriptions. */
	billing_processor_id?: Identifier | null;
	/** When failed payments look like card testing, and are blocked. */
	card_testing_guard_config?: CardTestingGuardConfig | null;
	/** Whether wallets are asked for the billing address where a connector needs it. */
	collect_billing_details_from_wallet_connector?: boolean | null;
	/** Whether wallets are asked for the shipping address where a connector needs it. */
	collect_shipping_details_from_wallet_connector?: boolean | null;
	/** How often processors are asked about open disputes, in hours. */
	dispute_polling_interval?: DisputePollingInterval | null;
	/** Whether the return to the merchant carries a signature. */
	enable_payment_response_hash?: boolean | null;
	/** The vault outside of the switch that keeps the cards of this profile. */
	external_vault_connector_details?: ExternalVaultConnectorDetails | null;
	/** Whether 3-D Secure must challenge the customer. */
	force_3ds_challenge?: boolean | null;
	/** How the connector that checks for fraud is chosen. */
	frm_routing_algorithm?: RoutingAlgorithm | null;
	/** How long a customer may take to pay, in seconds. */
	intent_fulfillment_time?: number | null;
	/** Whether a declined payment is tried again by itself, with another connector. */
	is_auto_retries_enabled?: boolean | null;
	/** Whether a payment with a network token is tried again with the card number. */
	is_clear_pan_retries_enabled?: boolean | null;
	/** Whether Click to Pay is offered. */
	is_click_to_pay_enabled?: boolean | null;
	/** Whether a stored payment method may be charged by another connector than the one that stored it. */
	is_connector_agnostic_mit_enabled?: boolean | null;
	/** Whether debit cards are routed to the cheapest network. */
	is_debit_routing_enabled?: boolean | null;
	/** Whether a vault outside of the switch keeps the cards of this profile. */
	is_external_vault_enabled?: ("enable" | "skip" | (string & {})) | null;
	/** Whether customers are sent on inside a frame of the page. */
	is_iframe_redirection_enabled?: boolean | null;
	/** Whether connectors are sent the details of the order (level 2 and 3 data). */
	is_l2_l3_enabled?: boolean | null;
	/** Whether a failed payment may be confirmed again. */
	is_manual_retry_enabled?: boolean | null;
	/** Whether stored cards are replaced by network tokens. */
	is_network_tokenization_enabled?: boolean | null;
	/** Whether a card is replaced by a network token before its first payment. */
	is_pre_network_tokenization_enabled?: boolean | null;
	/** Whether taxes are calculated. */
	is_tax_connector_enabled?: boolean | null;
	/** How often a declined payment is tried again by itself at most. */
	max_auto_retries_enabled?: number | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	merchant_business_country?: Country | null;
	/** What the merchant sells, as four digits of ISO 18245. */
	merchant_category_code?: MerchantCategoryCode | null;
	/** The country of the merchant, as three digits of ISO 3166-1. */
	merchant_country_code?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** The credentials of a service that makes network tokens. */
	network_tokenization_credentials?: NetworkTokenizationCredentials | null;
	/** Headers that webhooks are sent with. */
	outgoing_webhook_custom_http_headers?: {
		[key: string]: string;
	} | null;
	/** How payment links look and behave. */
	payment_link_config?: ProfileLinkConfig | null;
	/** Payment methods that are declined before a connector is asked. */
	payment_method_blocking?: PaymentMethodBlocking | null;
	/** The secret that signs webhooks and returns to the merchant. */
	payment_response_hash_key?: string | null;
	/** How payout links look and behave. */
	payout_link_config?: PayoutLinkConfig | null;
	/** How the connector of payouts is chosen. */
	payout_routing_algorithm?: RoutingAlgorithm | null;
	/** The name of the profile. */
	profile_name?: string | null;
	/** Whether customers come back to the merchant by POST instead of GET. */
	redirect_to_merchant_with_http_post?: boolean | null;
	/** Where the customer is sent afterwards. */
	return_url?: string | null;
	/** How the connector is chosen. */
	routing_algorithm?: RoutingAlgorithm | null;
	/** How long a customer may take to pay, in seconds. */
	session_expiry?: number | null;
	/** The connector account that calculates surcharges. */
	surcharge_connector_details?: SurchargeConnectorDetails | null;
	/** The connector account that calculates taxes. */
	tax_connector_id?: Identifier | null;
	/** Whether the billing address of a payment stands for that of its payment method. */
	use_billing_as_payment_method_billing?: boolean | null;
	/** Where and of what the merchant is told by webhooks. */
	webhook_details?: StatedWebhookDetails | null;
};
export type ProfileResponse = {
	/** The acquirers of the profile, by network. */
	acquirer_config_bucket: ({
		/** The acquirers of one network. */
		configs: {
			[key: string]: JsonObject[];
		};
		/** The acquirer that is used where none is named. */
		default_acquirer_config: string | null;
	}) | null;
	/** The acquirers of the profile. */
	acquirer_configs: JsonObject[] | null;
	/** Whether wallets are always asked for the billing address. */
	always_collect_billing_details_from_wallet_connector: boolean | null;
	/** Whether wallets are always asked for the shipping address. */
	always_collect_shipping_details_from_wallet_connector: boolean | null;
	/** Whether every payment asks to capture more than was authorized. */
	always_enable_overcapture: boolean | null;
	/** Whether every payment asks for an authorization that lasts longer. */
	always_request_extended_authorization: boolean | null;
	/** Web domains that Apple has verified for Apple Pay. */
	applepay_verified_domains: string[] | null;
	/** How customers are authenticated by 3-D Secure outside of the processor. */
	authentication_connector_details: AuthenticationConnectorDetails | null;
	/** Identifiers of products for authentication, by connector. */
	authentication_product_ids: {
		[key: string]: string;
	} | null;
	/** The connector account that bills subscriptions. */
	billing_processor_id: string | null;
	/** When failed payments look like card testing, and are blocked. */
	card_testing_guard_config: CardTestingGuardConfig | null;
	/** Whether wallets are asked for the billing address where a connector needs it. */
	collect_billing_details_from_wallet_connector: boolean | null;
	/** Whether wallets are asked for the shipping address where a connector needs it. */
	collect_shipping_details_from_wallet_connector: boolean | null;
	/** How often processors are asked about open disputes, in hours. */
	dispute_polling_interval: number | null;
	/** Whether the return to the merchant carries a signature. */
	enable_payment_response_hash: boolean;
	/** How card data is encrypted for the merchant. */
	extended_card_info_config: ExtendedCardInfoConfig | null;
	/** The vault outside of the switch that keeps the cards of this profile. */
	external_vault_connector_details: ExternalVaultConnectorDetails | null;
	/** Whether 3-D Secure must challenge the customer. */
	force_3ds_challenge: boolean;
	/** How the connector that checks for fraud is chosen. */
	frm_routing_algorithm: JsonObject | null;
	/** How long a customer may take to pay, in seconds. */
	intent_fulfillment_time: number | null;
	/** Whether a declined payment is tried again by itself, with another connector. */
	is_auto_retries_enabled: boolean;
	/** Whether a payment with a network token is tried again with the card number. */
	is_clear_pan_retries_enabled: boolean;
	/** Whether Click to Pay is offered. */
	is_click_to_pay_enabled: boolean;
	/** Whether a stored payment method may be charged by another connector than the one that stored it. */
	is_connector_agnostic_mit_enabled: boolean | null;
	/** Whether debit cards are routed to the cheapest network. */
	is_debit_routing_enabled: boolean | null;
	/** Whether a vault outside of the switch keeps the cards of this profile. */
	is_external_vault_enabled: ("enable" | "skip" | (string & {})) | null;
	/** Whether customers are sent on inside a frame of the page. */
	is_iframe_redirection_enabled: boolean | null;
	/** Whether connectors are sent the details of the order (level 2 and 3 data). */
	is_l2_l3_enabled: boolean | null;
	/** Whether a failed payment may be confirmed again. */
	is_manual_retry_enabled: boolean | null;
	/** Whether stored cards are replaced by network tokens. */
	is_network_tokenization_enabled: boolean;
	/** Whether a card is replaced by a network token before its first payment. */
	is_pre_network_tokenization_enabled: boolean;
	/** Whether taxes are calculated. */
	is_tax_connector_enabled: boolean;
	/** How often a declined payment is tried again by itself at most. */
	max_auto_retries_enabled: number | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	merchant_business_country: Country | null;
	/** What the merchant sells, as four digits of ISO 18245. */
	merchant_category_code: string | null;
	/** The country of the merchant, as three digits of ISO 3166-1. */
	merchant_country_code: string | null;
	merchant_id: string;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** The credentials of a service that makes network tokens. */
	network_tokenization_credentials: NetworkTokenizationCredentials | null;
	/** Headers that webhooks are sent with. */
	outgoing_webhook_custom_http_headers: {
		[key: string]: string;
	} | null;
	/** How payment links look and behave. */
	payment_link_config: ProfileLinkConfig | null;
	/** Payment methods that are declined before a connector is asked. */
	payment_method_blocking: PaymentMethodBlocking | null;
	/** The secret that signs webhooks and returns to the merchant. */
	payment_response_hash_key: string | null;
	/** How payout links look and behave. */
	payout_link_config: PayoutLinkConfig | null;
	/** How the connector of payouts is chosen. */
	payout_routing_algorithm: JsonObject | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** The name of the profile. */
	profile_name: string;
	/** Whether customers come back to the merchant by POST instead of GET. */
	redirect_to_merchant_with_http_post: boolean;
	/** Where the customer is sent afterwards. */
	return_url: string | null;
	/** How the connector is chosen. */
	routing_algorithm: JsonObject | null;
	/** How long a customer may take to pay, in seconds. */
	session_expiry: number | null;
	/** The connector account that calculates surcharges. */
	surcharge_connector_details: SurchargeConnectorDetails | null;
	/** The connector account that calculates taxes. */
	tax_connector_id: string | null;
	/** Whether the billing address of a payment stands for that of its payment method. */
	use_billing_as_payment_method_billing: boolean | null;
	/** Where and of what the merchant is told by webhooks. */
	webhook_details: WebhookDetails | null;
};
export type RawConfigs = {
	/** The conditions under which parts of the configuration are replaced. */
	contexts: {
			/** Members of the page’s context that must all have these values. */
			condition: {
				[key: string]: string;
			};
			id: string;
			/** The overrides that apply under the condition. */
			override_with_keys: string[];
			/** A context with a higher one replaces values of the others. */
			priority: number;
			/** The same order as `priority`. */
			weight: number;
		}[];
	/** The fields of all methods, each with its label, kind and rules. */
	default_configs: {
		[key: string]: (string | number | boolean | string[]) | null;
	};
	/** The members that a condition may name. */
	dimensions: {
		[key: string]: {
			position: number;
			/** The type of the value. */
			schema: {
				/** What kind of thing it is. */
				type: string;
			};
		};
	};
	/** Values that replace those of `default_configs`. */
	overrides: {
		[key: string]: {
			[key: string]: (string | number | boolean | string[]) | null;
		};
	};
};
export type ReadinessResponse = {
	/** Whether the switch’s table answers. */
	database: boolean;
	/** Whether the queue of webhooks answers. */
	queue: boolean;
	/** Whether the vault’s table of keys answers. */
	vault: boolean;
};
export type RealTimePayment = {
	duit_now?: Record<string, unknown>;
	fps?: Record<string, unknown>;
	prompt_pay?: Record<string, unknown>;
	qris?: Record<string, unknown>;
	viet_qr?: Record<string, unknown>;
};
export type RecurringDetails = {
	data: string;
	/** What kind of thing it is. */
	type: "mandate_id";
} | {
	data: string;
	/** What kind of thing it is. */
	type: "payment_method_id";
} | ({
	data: {
		/** The connector account: it begins with `mca_`. */
		merchant_connector_id?: Identifier | null;
		/** The connector's own name for the payment method. */
		processor_payment_token: string;
	};
	/** What kind of thing it is. */
	type: "processor_payment_token";
}) | ({
	data: {
		/** The code that identifies the bank in its country. */
		bank_code?: CardWords | null;
		/** The month in which the card expires, two digits. */
		card_exp_month: TypedDigits;
		/** The year in which the card expires, two or four digits. */
		card_exp_year: TypedDigits;
		/** The name on the card. */
		card_holder_name?: CardWords | null;
		/** The bank that issued the card. */
		card_issuer?: CardWords | null;
		/** The country in which the card was issued. */
		card_issuing_country?: CardWords | null;
		/** The country in which the card was issued, as two letters of ISO 3166-1. */
		card_issuing_country_code?: CardWords | null;
		/** The network of the card, such as `Visa`. */
		card_network?: CardNetwork | null;
		card_number: CardNumber;
		/** What kind of card it is. */
		card_type?: CardWords | null;
		/** The identifier of the payment at the card network, which later payments refer to. */
		network_transaction_id: string;
		/** The customer's own name for the card. */
		nick_name?: CardWords | null;
		/** The identifier that joins payments at the card network. */
		transaction_link_id?: CardWords | null;
	};
	/** What kind of thing it is. */
	type: "network_transaction_id_and_card_details";
}) | ({
	data: {
		/** The code that identifies the bank in its country. */
		bank_code?: CardWords | null;
		/** The name on the card. */
		card_holder_name?: CardWords | null;
		/** The bank that issued the card. */
		card_issuer?: CardWords | null;
		/** The country in which the card was issued. */
		card_issuing_country?: CardWords | null;
		/** The network of the card, such as `Visa`. */
		card_network?: CardNetwork | null;
		/** What kind of card it is. */
		card_type?: CardWords | null;
		/** The electronic commerce indicator of the authentication. */
		eci?: CardWords | null;
		/** A network token: a number that stands for a card at its network. */
		network_token: CardNumber;
		/** The identifier of the payment at the card network, which later payments refer to. */
		network_transaction_id: string;
		/** The customer's own name for the card. */
		nick_name?: CardWords | null;
		/** The month in which the token expires, two digits. */
		token_exp_month: string;
		/** The year in which the token expires. */
		token_exp_year: string;
		/** The identifier that joins payments at the card network. */
		transaction_link_id?: CardWords | null;
	};
	/** What kind of thing it is. */
	type: "network_transaction_id_and_network_token_details";
}) | ({
	data: {
		/** The name on the card. */
		card_holder_name?: CardWords | null;
		/** The network of the card, such as `Visa`. */
		card_network?: CardNetwork | null;
		/** The decrypted number that stands for the card. */
		decrypted_token: CardNumber;
		/** The electronic commerce indicator of the authentication. */
		eci?: CardWords | null;
		/** The identifier of the payment at the card network, which later payments refer to. */
		network_transaction_id: string;
		/** The month in which the token expires, two digits. */
		token_exp_month: string;
		/** The year in which the token expires. */
		token_exp_year: string;
		/** Where the token comes from. */
		token_source?: ("google_pay" | "apple_pay" | (string & {})) | null;
		/** The identifier that joins payments at the card network. */
		transaction_link_id?: CardWords | null;
	};
	/** What kind of thing it is. */
	type: "network_transaction_id_and_decrypted_wallet_token_details";
}) | ({
	data: {
		/** The month in which the card expires, two digits. */
		card_exp_month?: CardWords | null;
		/** The year in which the card expires, two or four digits. */
		card_exp_year?: CardWords | null;
		/** The name on the card. */
		card_holder_name?: CardWords | null;
		card_number: CardNumber;
		/** The electronic commerce indicator of the authentication. */
		eci?: CardWords | null;
	};
	/** What kind of thing it is. */
	type: "card_with_limited_data";
});
export type RedirectResponse = {
	headers: [string, string][];
		http_method: "GET" | "POST" | (string & {});
	/** The query of the address, as pairs of name and value. */
	params: [string, string][];
	/** Where the customer is sent afterwards. */
	return_url: string;
	/** Where the customer is sent, with how the payment stands. */
	return_url_with_query_params: string;
};
export type RefundFilters = {
	/** The connector, by its name, such as `stripe_test`. */
	connector: AccountsByConnector;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency[];
	/** Only refunds in these statuses. */
	refund_status: RefundStatus[];
};
export type RefundFilterValues = {
	/** The connector, by its name, such as `stripe_test`. */
	connector: string[];
	/** The currency, as three letters of ISO 4217. */
	currency: Currency[];
	/** Only refunds in these statuses. */
	refund_status: RefundStatus[];
};
export type RefundInPayment = {
	/** How much goes back, in minor units. */
	amount: number;
	/** The connector that was asked. */
	connector: string;
	/** The connector's own identifier of the refund. */
	connector_refund_id: string | null;
	/** When it was created, ISO 8601 in UTC. */
	created_at: Timestamp | null;
	/** The currency, as three letters of ISO 4217. */
	currency: string;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** Why the issuer declined, as a code. */
	issuer_error_code: string | null;
	/** Why the issuer declined, in words. */
	issuer_error_message: string | null;
	/** The connector account: it begins with `mca_`. */
	merchant_connector_id: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
	payment_id: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string | null;
	/** What the connector answered, as it is, where it was asked for. */
	raw_connector_response: string | null;
	/** Why the money goes back, in words of the merchant. */
	reason: string | null;
	/** The refund: its merchant may choose the identifier, else it begins with `ref_`. */
	refund_id: string;
	/** How a refund is divided among the accounts that the payment was divided among. */
	split_refunds: JsonObject | null;
	/** How things stand with the refund: `succeeded`, `failed`, `pending` or `review`. */
	status: "succeeded" | "failed" | "pending" | "review" | (string & {});
	/** Why it failed, in a code that is the same for all connectors. */
	unified_code: string | null;
	/** Why it failed, in words that are the same for all connectors. */
	unified_message: string | null;
	/** When it last changed, ISO 8601 in UTC. */
	updated_at: Timestamp | null;
};
/** How things stand with a refund. */
export type RefundStatus = "succeeded" | "failed" | "pending" | "review" | (string & {});
export type RegisterWebhookRequest = {
	/** The events to register for: `all_events`, also where it is absent. */
	event_type?: ("all_events" | EventType2) | null;
};
export type RegisterWebhookResponse = {
	/** The processor's identifier of the registered address. */
	connector_webhook_id: string | null;
	/** The processor's code of the error. */
	error_code: string | null;
	/** The processor's words for the error. */
	error_message: string | null;
	/** The events to register for: `all_events`, also where it is absent. */
	event_type: ("all_events" | EventType2) | null;
	/** Whether the address is registered. */
	webhook_registration_status: ("Success" | "Failure" | (string & {})) | null;
};
export type RelayData = ({
	refund: {
		/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
		amount: number;
		/** The currency, as three letters of ISO 4217. */
		currency: Currency;
		reason?: string | null;
	};
}) | ({
	capture: {
		/** How much to capture, in minor units; all that is authorized unless stated. */
		amount_to_capture: number;
		/** The amount that was authorized, in minor units. */
		authorized_amount: number;
		/** When the money is taken: `automatic` at once, `manual` by a later capture, `manual_multiple` by several, `scheduled` at a stated time. */
		capture_method?: ("manual" | "manual_multiple" | (string & {})) | null;
		/** The currency, as three letters of ISO 4217. */
		currency: Currency;
	};
}) | {
	/** A raise of an authorization. */
	incremental_authorization: {
		/** By how much to raise the authorization, in minor units. */
		additional_amount: number;
		/** The currency, as three letters of ISO 4217. */
		currency: Currency;
		/** The whole amount, in minor units. */
		total_amount: number;
	};
} | ({
	void: {
		/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
		amount?: number | null;
		/** Why it is cancelled, in words of the caller. */
		cancellation_reason?: string | null;
		/** The currency, as three letters of ISO 4217. */
		currency?: Currency | null;
	};
});
export type RelayRequest = {
	/** The connector account that is asked. */
	connector_id: Identifier;
	/** The processor's own identifier of the transaction. */
	connector_resource_id: string;
	data?: RelayData | null;
	/** What kind of thing it is. */
	type: RelayType;
};
export type RelayResponse = {
	/** The connector account that is asked. */
	connector_id: string;
	/** The connector's own reference. */
	connector_reference_id: string | null;
	/** The processor's own identifier of the transaction. */
	connector_resource_id: string;
	data: RelayData;
	error: {
		code: string;
		/** What is to be said about it. */
		message: string;
	} | null;
	id: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** How things stand with it. */
	status: RelayStatus;
	/** What kind of thing it is. */
	type: RelayType;
};
export type RelayStatus = "created" | "pending" | "success" | "failure" | (string & {});
export type RelayType = "refund" | "capture" | "incremental_authorization" | "void" | (string & {});
export type RequiredField = {
	/** The name to show. */
	display_name: string;
	/** What kind of field a form shows for it. */
	field_type: string | {
		[key: string]: {
			/** Values to choose from. */
			options: string[];
		};
	};
	/** Where in the request the value belongs, as a path. */
	required_field: string;
	value: string | null;
};
export type RetrieveEligibilityCheckResponse = {
	/** What the page found out about its customer. */
	eligibility_check_data: {
		/** Whether each network knows the customer. */
		click_to_pay_enrollment_status: {
			mastercard: boolean | null;
			visa: boolean | null;
		};
	};
};
export type RetryEventsRequest = {
	/** Only events that came about after this time, ISO 8601. */
	created_after?: Timestamp | null;
	/** Only events that came about before this time, ISO 8601. */
	created_before?: Timestamp | null;
	/** The endpoint that gets the event; absent for the `webhook_url`. */
	endpoint_id?: Identifier | null;
	/** Only events about these. */
	event_classes?: EventClass[] | null;
	/** Only events of these types. */
	event_types?: EventType[] | null;
	/** How many events are sent again in a second, from 1 to 50; 10 unless stated. */
	events_per_second?: number | null;
	/** The payment, refund, dispute, mandate or payout that the event is about. */
	object_id?: Identifier | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id?: Identifier | null;
};
export type RevokeApiKeyResponse = {
	/** The identifier of the key, which is not secret. */
	key_id: string;
	merchant_id: string;
	/** Whether the key was revoked. */
	revoked: boolean;
};
export type RoutableChoice = RoutableConnector | ({
	/** The connector, by its name, such as `stripe_test`. */
	connector: RoutableConnector;
	/**
	 * The connector account: it begins with `mca_`.
	 * @default null
	 */
	merchant_connector_id?: Identifier | null;
});
export type RoutableConnector = "stripe_test" | "adyen_test" | "checkout_test" | "paypal_test" | "fauxpay" | "phonypay" | "pretendpay" | "stripe_billing_test" | "absa_sanlam" | "aci" | "adyen" | "adyenplatform" | "affirm" | "airwallex" | "amazonpay" | "archipel" | "authipay" | "authorizedotnet" | "bambora" | "bamboraapac" | "bankofamerica" | "barclaycard" | "billwerk" | "bitpay" | "blackhawknetwork" | "bluesnap" | "boku" | "braintree" | "breadpay" | "calida" | "cardinal" | "cashtocode" | "celero" | "chargebee" | "checkbook" | "checkout" | "coinbase" | "coingate" | "cryptopay" | "ctp_mastercard" | "ctp_visa" | "custombilling" | "cybersource" | "cybersourcedecisionmanager" | "datatrans" | "deutschebank" | "digitalvirgo" | "dlocal" | "dwolla" | "ebanx" | "elavon" | "envoy" | "facilitapay" | "finix" | "fiserv" | "fiservcommercehub" | "fiservemea" | "fiuu" | "flexiti" | "forte" | "getnet" | "gigadat" | "globalpay" | "globepay" | "gocardless" | "helcim" | "hipay" | "hyperpg" | "iatapay" | "imerchantsolutions" | "inespay" | "interpayments" | "itaubank" | "jpmorgan" | "juspaythreedsserver" | "klarna" | "loonio" | "mifinity" | "mollie" | "moneris" | "multisafepay" | "netcetera" | "nexinets" | "nexixpay" | "nmi" | "nomupay" | "noon" | "nordea" | "novalnet" | "nuvei" | "opennode" | "paybox" | "payconex" | "payjustnow" | "payjustnowinstore" | "payload" | "payme" | "payone" | "paypal" | "paysafe" | "paystack" | "paytm" | "payu" | "peachpayments" | "phonepe" | "placetopay" | "plaid" | "powertranz" | "prophetpay" | "rapyd" | "razorpay" | "recurly" | "redsys" | "revolv3" | "riskified" | "santander" | "shift4" | "signifyd" | "silverflow" | "square" | "stax" | "stripe" | "stripebilling" | "tesouro" | "threedsecureio" | "tokenio" | "truelayer" | "trustly" | "trustpay" | "trustpayments" | "tsys" | "unified_authentication_service" | "volt" | "wellsfargo" | "wise" | "worldline" | "worldpay" | "worldpaymodular" | "worldpayvantiv" | "worldpayxml" | "xendit" | "zen" | "zift" | "zsl" | (string & {});
export type RoutableShare = {
	/** The connector, by its name, such as `stripe_test`. */
	connector: RoutableChoice;
	/** The share of the volume, in percent. */
	split: number;
};
export type RoutingAlgorithm = OneOf<[{
	data: RoutableChoice;
	/** What kind of thing it is. */
	type: "single";
}, {
	data: RoutableChoice[];
	/** What kind of thing it is. */
	type: "priority";
}, {
	data: RoutableShare[];
	/** What kind of thing it is. */
	type: "volume_split";
}, {
	data: RoutingProgram;
	/** What kind of thing it is. */
	type: "advanced";
}]>;
export type RoutingKind = "single" | "priority" | "volume_split" | "advanced" | "dynamic" | "three_ds_decision_rule" | "least_cost" | (string & {});
export type RoutingProgram = {
	/** The connectors that are chosen where no rule applies. */
	defaultSelection: ConnectorSelection;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject;
	/** Rules, of which the first that applies decides. */
	rules: ({
			/** The connectors that are chosen where the rule applies. */
			connectorSelection: ConnectorSelection;
			name: string;
			/** Statements of which one must hold. */
			statements: RuleStatement[];
		} | {
			name: string;
			/** What the rule decides. */
			routingOutput: ConnectorSelection;
			/** Statements of which one must hold. */
			statements: RuleStatement[];
		})[];
};
export type RoutingRecord = {
	/** Whether it routes payments or payouts, or decides about authentication. */
	algorithm_for: AlgorithmFor;
	/** When it was created, ISO 8601 in UTC. */
	created_at: number;
	/** Always null: no decision engine stands beside the switch. */
	decision_engine_routing_id: null;
	/** What it is about, in words of the caller. */
	description: string;
	id: string;
	/** What kind of algorithm it is. */
	kind: RoutingKind;
	/** When it last changed, ISO 8601 in UTC. */
	modified_at: number;
	name: string;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
};
export type RuleStatement = {
	/** Comparisons that must all hold. */
	condition: Comparison[];
	/** Statements of which one must hold beside the condition. */
	nested?: RuleStatement[] | null;
};
export type RuleValue = {
	/** What kind of thing it is. */
	type: "number";
	value: number;
} | {
	/** What kind of thing it is. */
	type: "enum_variant";
	value: string;
} | {
	/** What kind of thing it is. */
	type: "metadata_variant";
	value: {
		/** The name under which it stands. */
		key: string;
		value: string;
	};
} | {
	/** What kind of thing it is. */
	type: "str_value";
	value: string;
} | {
	/** What kind of thing it is. */
	type: "global_ref";
	value: string;
} | {
	/** What kind of thing it is. */
	type: "number_array";
	value: number[];
} | {
	/** What kind of thing it is. */
	type: "enum_variant_array";
	value: string[];
} | {
	/** What kind of thing it is. */
	type: "number_comparison_array";
	value: {
			/** How the two sides are compared. */
			comparisonType: ComparisonType;
			number: number;
		}[];
};
export type SaveDecisionRequest = {
	/** The algorithm: a single connector, an order of connectors, a split by volume, rules, or the least cost. */
	algorithm?: ThreeDsProgram | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	name?: string | null;
	/** Rules, of which the first that applies decides, and a default. */
	program?: ThreeDsProgram | null;
};
export type SaveSurchargeRequest = {
	/** The algorithm: a single connector, an order of connectors, a split by volume, rules, or the least cost. */
	algorithm: SurchargeProgram;
	/** How surcharges are shown. */
	merchant_surcharge_configs: {
		/** Whether pages show the surcharge on a screen of its own. */
		show_surcharge_breakup_screen?: boolean | null;
	};
	name?: string | null;
};
export type ScaExemption = "low_value" | "transaction_risk_analysis" | (string & {});
export type SdkConfigResponse = {
	/** Settings of the profile that decide over the form. */
	account_config: {
		/** Settings of the profile. */
		profile: {
			/** Whether the billing address is always taken from the wallet. */
			always_collect_billing_details_from_wallet_connector: boolean;
			/** Whether the shipping address is always taken from the wallet. */
			always_collect_shipping_details_from_wallet_connector: boolean;
			/** Whether the billing address is taken from the wallet where the connector needs one. */
			collect_billing_details_from_wallet_connector: boolean;
			/** Whether the shipping address is taken from the wallet where the connector needs one. */
			collect_shipping_details_from_wallet_connector: boolean;
			/** Whether the SDK stores a card before it confirms. */
			vaulting_action: "skip";
		};
	};
	/** The facts for which the configuration was made. */
	context_used: {
		/** The connector, by its name, such as `stripe_test`. */
		connector: string[];
		merchant_id: string;
		/** The organization that the merchant account belongs to: it begins with `org_`. */
		organization_id: string;
		/** The merchant account that processes the payment: the same as `merchant_id`. */
		processor_merchant_id: string;
		/** The profile, one of the merchant's shops: it begins with `pro_`. */
		profile_id: string;
	};
	/** The payment methods, by family. */
	payment_methods: ConfiguredMethod[];
	/** The configuration of the fields, which the SDK resolves by itself. */
	raw_configs: RawConfigs;
	/** Always `null`: the SDK resolves the configuration. */
	resolved_configs: null;
};
export type SdkInformation = {
	/** Details of the device. */
	device_details?: JsonObject | null;
	sdk_app_id: string;
	/** The encrypted data of the device. */
	sdk_enc_data: string;
	/** The public key of the app for this authentication. */
	sdk_ephem_pub_key?: (JsonObject | {
		[key: string]: string;
	}) | null;
	/** How long the app waits, in minutes. */
	sdk_max_timeout?: number | null;
	/** The reference number of the 3-D Secure software. */
	sdk_reference_number: string;
	/** The app's own identifier of the authentication. */
	sdk_trans_id: string;
	/** The kind of 3-D Secure software. */
	sdk_type?: string | null;
};
/** What the payment form does next. */
export type SdkNextAction = {
	/** What the customer has to do next, such as visiting a page. */
	next_action: "confirm" | "eligibility_check" | (string & {});
	/** Whether the form holds the confirm back until this is done. */
	should_block_confirm: boolean | null;
};
/** What the payment form does next. */
export type SdkNextAction2 = {
	/** What the customer has to do next, such as visiting a page. */
	next_action: "confirm" | NextAction2;
	/** Whether the form holds the confirm back until this is done. */
	should_block_confirm: boolean | null;
};
/** What the payment form does next. */
export type SdkNextAction3 = {
	/** What the customer has to do next, such as visiting a page. */
	next_action: "post_session_tokens" | "confirm" | "sync" | "complete_authorize" | (string & {});
};
export type SessionToken = OneOf<[{
	/** The payment methods that the wallet may offer. */
	allowed_payment_methods: {
			/** What is allowed of it. */
			parameters: JsonObject;
			/** How the wallet encrypts the card, and for whom. */
			tokenization_specification: JsonObject;
			/** What kind of thing it is. */
			type: string;
		}[];
	/** The connector, by its name, such as `stripe_test`. */
	connector: string;
	/** Whether the session is made when the customer chooses the wallet. */
	delayed_session_token: boolean;
	/** Whether the wallet asks for the email address. */
	email_required: boolean;
	/** The merchant, as the wallet shows it. */
	merchant_info: {
		merchant_id?: string | null;
		/** The name of the merchant. */
		merchant_name: string;
	};
	sdk_next_action: SdkNextAction3;
	/** The secrets of the session. */
	secrets: null;
	/** What is asked for with the shipping address. */
	shipping_address_parameters: {
		/** Whether the wallet asks for the phone number. */
		phone_number_required: boolean;
	};
	/** Whether the wallet asks for the shipping address. */
	shipping_address_required: boolean;
	/** What the wallet shows of the payment. */
	transaction_info: {
		/** The country, as two letters of ISO 3166-1 or as its dialling code such as `+44`. */
		country_code: Country;
		/** The currency, as three letters of ISO 4217. */
		currency_code: Currency;
		/** The amount, as text in the major unit. */
		total_price: string;
		/** Whether the amount is final. */
		total_price_status: string;
	};
		wallet_name: "google_pay";
}, {
	/** The connector, by its name, such as `stripe_test`. */
	connector: string;
	/** The merchant, as the connector knows it. */
	connector_merchant_id: string | null;
	/** The connector's own reference. */
	connector_reference_id: string | null;
	/** The public key with which the connector's software is opened. */
	connector_sdk_public_key: string | null;
	/** Whether the session is made when the customer chooses the wallet. */
	delayed_session_token: boolean;
	/** What the wallet is opened with. */
	payment_request_data: {
		/** The country, as two letters of ISO 3166-1 or as its dialling code such as `+44`. */
		country_code: Country;
		/** The currency, as three letters of ISO 4217. */
		currency_code: Currency;
		/** What kinds of cards the merchant takes. */
		merchant_capabilities: string[] | null;
		/** The merchant, as Apple knows it. */
		merchant_identifier: string | null;
		/** The card networks that are taken. */
		supported_networks: string[] | null;
		/** The amount that the wallet shows. */
		total: {
			/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
			amount: string;
			/** The text beside the amount. */
			label: string;
			/** What kind of thing it is. */
			type: string;
		};
	};
	sdk_next_action: SdkNextAction3;
	/** What the wallet is opened with. */
	session_token_data: JsonObject | null;
		wallet_name: "apple_pay";
}, {
	/** The connector, by its name, such as `stripe_test`. */
	connector: string;
	/** The currency, as three letters of ISO 4217. */
	currency: Currency;
	/** Whether the confirm captures the order or only authorizes it. */
	intent: "capture" | "authorize" | (string & {});
	sdk_next_action: SdkNextAction3;
	session_token: string;
	/** What the wallet shows of the payment. */
	transaction_info: {
		/** The currency, as three letters of ISO 4217. */
		currency_code: Currency;
		/** What the connector was asked to do. */
		flow: "checkout";
		/** The amount, as text in the major unit. */
		total_price: string;
	};
		wallet_name: "paypal";
}, {
		wallet_name: "no_session_token_received";
}]>;
export type SessionTokensRequest = {
	/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
	client_secret?: string | null;
	/** Credentials for this one request. */
	merchant_connector_details?: MerchantConnectorDetails | null;
	/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
	payment_id: Identifier;
	/** The wallets to be opened. */
	wallets: PaymentMethodType[];
};
export type SetExchangeRatesRequest = {
	/** The currency to which the factors lead. */
	base_currency: Currency;
	/** The factors of each currency. */
	conversion: {
		[key: string]: {
			/** What one unit of the currency is in the base currency. */
			from_factor?: Factor | null;
			/** What one unit of the base currency is in the currency. */
			to_factor: Factor;
		};
	};
};
export type ShownCard = {
	/** The code that identifies the bank in its country. */
	bank_code: string | null;
	/** The month in which the card expires, two digits. */
	card_exp_month: string;
	/** The year in which the card expires, two or four digits. */
	card_exp_year: string;
	/** The first eight digits of the card number. */
	card_extended_bin: string | null;
	/** The name on the card. */
	card_holder_name: string;
	/** The first six digits of the card number. */
	card_isin: string | null;
	/** The bank that issued the card. */
	card_issuer: string | null;
	/** The country in which the card was issued. */
	card_issuing_country: string | null;
	/** The network of the card, such as `Visa`. */
	card_network: string | null;
	/** What kind of card it is. */
	card_type: string | null;
	/** The last four digits of the card number. */
	last4: string | null;
};
export type ShownDestination = {
	bank?: JsonObject;
	/** A payment that the customer approves at the customer's bank. */
	bank_redirect?: JsonObject;
	card?: ShownCard;
	/** A token of the processor, which is handed on as it is. */
	passthrough?: JsonObject;
	wallet?: JsonObject;
};
export type SimulatedRouting = {
	/** How many of them a mandate or their own request bound to an account, which no algorithm moves. */
	bound: number;
	/** How many would have gone elsewhere. */
	moved: number;
	/** Where they would have gone, the largest groups first. */
	moves: ({
			/** What they add up to, by currency. */
			amounts: {
					/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
					amount: number;
					/** The currency, as three letters of ISO 4217. */
					currency: string;
				}[];
			/** The account that they went to. */
			from: Connectors | null;
			payments: number;
			/** The latest of them, up to five. */
			sample_payment_ids: string[];
			/** The account that they would have gone to; null where none would have taken them. */
			to: Connectors | null;
		})[];
	payments: number;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** The routing algorithm: it begins with `routing_`. */
	routing_algorithm_id: string;
	/** Why the algorithm could not be used. */
	trouble: string | null;
	/** How many payments the algorithm could not be used for. */
	troubled: number;
	/** How many would have gone to the same account. */
	unchanged: number;
};
export type SimulateRoutingRequest = {
	/** How many are asked about. */
	limit?: number | null;
};
export type SourceBankData = ({
	/** The person or company that the bank account belongs to. */
	account_holder_name?: string | null;
	/** The number of the bank account. */
	bank_account_number: string;
	/** The city of the bank. */
	bank_city?: string | null;
	/** The country of the bank, as two letters of ISO 3166-1. */
	bank_country_code?: Country | null;
	/** The name of the bank. */
	bank_name?: string | null;
	/** The nine-digit ABA routing number of the bank. */
	bank_routing_number: string;
	/** What is paid to, within its family. */
	payout_method_type: "ach";
}) | ({
	/** The person or company that the bank account belongs to. */
	account_holder_name?: string | null;
	/** The number of the bank account. */
	bank_account_number: string;
	/** The city of the bank. */
	bank_city?: string | null;
	/** The country of the bank, as two letters of ISO 3166-1. */
	bank_country_code?: Country | null;
	/** The name of the bank. */
	bank_name?: string | null;
	/** The six-digit sort code of the bank. */
	bank_sort_code: string;
	/** What is paid to, within its family. */
	payout_method_type: "bacs";
}) | ({
	/** The person or company that the bank account belongs to. */
	account_holder_name?: string | null;
	/** The city of the bank. */
	bank_city?: string | null;
	/** The country of the bank, as two letters of ISO 3166-1. */
	bank_country_code?: Country | null;
	/** The name of the bank. */
	bank_name?: string | null;
	/** The BIC of the bank, 8 or 11 characters. */
	bic?: string | null;
	/** The IBAN of the account. */
	iban: string;
	/** What is paid to, within its family. */
	payout_method_type: "sepa";
}) | ({
	/** The number of the bank account. */
	bank_account_number: string;
	bank_branch?: string | null;
	/** The name of the bank. */
	bank_name?: string | null;
	/** The code of a bank in Brazil for Pix, eight digits. */
	ispb?: string | null;
	/** What is paid to, within its family. */
	payout_method_type: "pix";
	/** A number under which tax authorities know it. */
	tax_id?: string | null;
}) | {
	/** What is paid to, within its family. */
	payout_method_type: "pix_key";
	/** The Pix key of the account. */
	pix_key: string;
} | {
	/** The EMV code of the transfer. */
	emv: string;
	/** What is paid to, within its family. */
	payout_method_type: "pix_emv";
} | {
	/** The number of the bank account. */
	bank_account_number: string;
	/** The country of the bank, as two letters of ISO 3166-1. */
	bank_country_code: Country;
	/** The number that identifies the bank. */
	bank_number: string;
	/** The IBAN of the account. */
	iban: string;
	/** What is paid to, within its family. */
	payout_method_type: "trustly";
} | {
	/** The person or company that the bank account belongs to. */
	account_holder_name: string;
	/** The IBAN of the account. */
	iban: string;
	/** What is paid to, within its family. */
	payout_method_type: "open_banking";
};
export type SplitPayments = {
	/** How the payment is divided among accounts at Adyen. */
	adyen_split_payment?: JsonObject;
	/** How the payment is divided among accounts at Stripe. */
	stripe_split_payment?: JsonObject;
	/** How the payment is divided among accounts at Xendit. */
	xendit_split_payment?: JsonObject;
};
export type StandardisedCode = "account_closed_or_invalid" | "authentication_failed" | "authentication_required" | "authorization_missing_or_revoked" | "card_lost_or_stolen" | "card_not_supported_restricted" | "cfg_pm_not_enabled_or_misconfigured" | "compliance_or_sanctions_restriction" | "configuration_issue" | "credit_limit_exceeded" | "currency_or_corridor_not_enabled" | "do_not_honor" | "downstream_technical_issue" | "duplicate_request" | "generic_unknown_error" | "incorrect_authentication_code" | "insufficient_funds" | "integ_cryptographic_issue" | "integration_issue" | "invalid_card_number" | "invalid_credentials" | "invalid_cvv" | "invalid_expiry_date" | "invalid_state" | "issuer_unavailable" | "merchant_inactive" | "missing_or_invalid_param" | "operation_not_allowed" | "payment_cancelled_by_user" | "payment_method_issue" | "payment_session_timeout" | "pm_address_mismatch" | "psp_acquirer_error" | "psp_fraud_engine_decline" | "rate_limit" | "stored_credential_or_mit_not_enabled" | "subscription_plan_inactive" | "suspected_fraud" | "three_ds_authentication_service_issue" | "three_ds_configuration_issue" | "three_ds_data_or_protocol_invalid" | "transaction_not_permitted" | "transaction_timed_out" | "velocity_limit_exceeded" | "wallet_or_token_config_issue" | (string & {});
export type StatedAuthenticationDetails = {
	/** Connectors that authenticate customers, in the order of preference. */
	authentication_connectors: AuthenticationConnector[];
	/**
	 * The address of the app that customers come back to after 3-D Secure.
	 * @default null
	 */
	three_ds_requestor_app_url?: string | null;
	/** The address of the shop that asks for 3-D Secure. */
	three_ds_requestor_url: string;
};
export type StatedWebhookDetails = {
	/**
	 * Whether webhooks tell that a payment was created.
	 * @default null
	 */
	payment_created_enabled?: boolean | null;
	/**
	 * Whether webhooks tell that a payment failed.
	 * @default null
	 */
	payment_failed_enabled?: boolean | null;
	/**
	 * Only these statuses of payments are told by webhooks; all unless stated.
	 * @default null
	 */
	payment_statuses_enabled?: PaymentStatus[] | null;
	/**
	 * Whether webhooks tell that a payment succeeded.
	 * @default null
	 */
	payment_succeeded_enabled?: boolean | null;
	/**
	 * Only these statuses of payouts are told by webhooks; all unless stated.
	 * @default null
	 */
	payout_statuses_enabled?: string[] | null;
	/**
	 * Only these statuses of refunds are told by webhooks; all unless stated.
	 * @default null
	 */
	refund_statuses_enabled?: string[] | null;
	/**
	 * The password with which webhooks are sent (HTTP Basic).
	 * @default null
	 */
	webhook_password?: string | null;
	/**
	 * The address to which webhooks are sent.
	 * @default null
	 */
	webhook_url?: string | null;
	/**
	 * The user name with which webhooks are sent (HTTP Basic), without a colon.
	 * @default null
	 */
	webhook_username?: string | null;
	/**
	 * A version of webhooks, which they carry in the header `webhook-version`.
	 * @default null
	 */
	webhook_version?: string | null;
};
export type SubmitEligibilityCheckRequest = {
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret?: string | null;
	/** What the page found out about its customer. */
	eligibility_check_data: {
		/** The networks of Click to Pay. */
		click_to_pay: {
			mastercard?: ConsumerPresence | null;
			visa?: ConsumerPresence | null;
		};
	};
};
export type SubmitEligibilityCheckResponse = {
	authentication_id: string;
	/** What the page does next. */
	sdk_next_action: "await_merchant_callback";
};
export type SubmitEvidenceRequest = {
	/** What the customer did with the product: a log as text. */
	access_activity_log?: string | null;
	/** The billing address, as text. */
	billing_address?: string | null;
	/** A file: the rules for cancelling. */
	cancellation_policy?: Identifier | null;
	/** How the customer was shown the rules for cancelling. */
	cancellation_policy_disclosure?: string | null;
	/** Why the purchase was not cancelled. */
	cancellation_rebuttal?: string | null;
	/** A file: what customer and merchant wrote to each other. */
	customer_communication?: Identifier | null;
	/** The email address of the customer. */
	customer_email_address?: string | null;
	/** The name of the customer. */
	customer_name?: string | null;
	/** The IP address that the purchase was made from. */
	customer_purchase_ip?: string | null;
	/** A file: the signature of the customer. */
	customer_signature?: Identifier | null;
	/** The dispute: it begins with `dp_`. */
	dispute_id: Identifier;
	/** A file: an invoice that shows that these are two purchases. */
	invoice_showing_distinct_transactions?: Identifier | null;
	product_description?: string | null;
	/** A file: the receipt. */
	receipt?: Identifier | null;
	/** A file: the agreement about recurring payments. */
	recurring_transaction_agreement?: Identifier | null;
	/** A file: the rules for refunds. */
	refund_policy?: Identifier | null;
	/** How the customer was shown the rules for refunds. */
	refund_policy_disclosure?: string | null;
	/** Why a refund was refused. */
	refund_refusal_explanation?: string | null;
	/** When the service was given, as text. */
	service_date?: string | null;
	/** A file: that the service was given. */
	service_documentation?: Identifier | null;
	/** The address that the goods were sent to, as text. */
	shipping_address?: string | null;
	/** Who carried the goods. */
	shipping_carrier?: string | null;
	/** When the goods were sent, as text. */
	shipping_date?: string | null;
	/** A file: that the goods were sent. */
	shipping_documentation?: Identifier | null;
	/** The tracking number of the parcel. */
	shipping_tracking_number?: string | null;
	/** A file: anything else. */
	uncategorized_file?: Identifier | null;
	/** Anything else, as text. */
	uncategorized_text?: string | null;
};
export type SuccessBasedConfig = {
	/** How outcomes are counted. */
	config?: ({
		current_block_threshold?: unknown;
		/** The rate of an account without outcomes, in percent; 100 unless stated. */
		default_success_rate?: number | null;
		/** The share of payments that try another account than the best, in percent; 20 unless stated. */
		exploration_percent?: number | null;
		/** Older outcomes fade so that no more than these count; 200 unless stated. */
		max_aggregates_size?: number | null;
		/** With fewer outcomes, the rate is that of all payments; 5 unless stated. */
		min_aggregates_size?: number | null;
		shuffle_on_tie_during_exploitation?: unknown;
		specificity_level?: unknown;
	}) | null;
	/** The same in the words of another engine; its members count where `config` states none. */
	decision_engine_configs?: ({
		defaultBucketSize?: number | null;
		defaultGatewayExtraScore?: unknown;
		defaultHedgingPercent?: number | null;
		defaultLatencyThreshold?: unknown;
		defaultLowerResetFactor?: unknown;
		defaultUpperResetFactor?: unknown;
		subLevelInputConfig?: unknown;
	}) | null;
	/** What payments are told apart by; `PaymentMethod` alone unless stated. */
	params?: GroupingParam[] | null;
};
export type SupportedPaymentMethod = {
	/** Whether it is stored for charges without the customer. */
	mandates: "supported" | "not_supported" | (string & {});
	/** Whether it takes cards without authentication. */
	no_three_ds?: "supported" | "not_supported" | (string & {});
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: VocabularyPaymentMethod;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: PaymentMethodType;
	/** The name of the type for people. */
	payment_method_type_display_name: string;
	/** Whether it is refunded. */
	refunds: "supported" | "not_supported" | (string & {});
	/** How it is captured. */
	supported_capture_methods: string[];
	/** The card networks that it takes. */
	supported_card_networks?: CardNetwork[];
	/** Countries of the billing address by ISO 3166-1 alpha-3; `null` stands for all. */
	supported_countries: string[] | null;
	/** `null` stands for all currencies. */
	supported_currencies: Currency[] | null;
	/** Whether the processor itself authenticates the customer. */
	three_ds?: "supported" | "not_supported" | (string & {});
};
export type Surcharge = {
	/** What kind of thing it is. */
	type: "rate";
	value: Percentage;
};
export type SurchargeConnectorDetails = {
	/**
	 * The connector account that calculates surcharges.
	 * @default null
	 */
	surcharge_connector_id?: Identifier | null;
};
export type SurchargeDetails = {
	/** The surcharge, in minor units. */
	surcharge_amount: number;
	/** The tax, in minor units. */
	tax_amount?: number | null;
};
export type SurchargeProgram = {
	/** The connectors that are chosen where no rule applies. */
	defaultSelection: SurchargeSelection;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject;
	/** Rules, of which the first that applies decides. */
	rules: ({
			/** The connectors that are chosen where the rule applies. */
			connectorSelection: SurchargeSelection;
			name: string;
			/** Statements of which one must hold. */
			statements: RuleStatement[];
		} | {
			name: string;
			/** What the rule decides. */
			routingOutput: SurchargeSelection;
			/** Statements of which one must hold. */
			statements: RuleStatement[];
		})[];
};
export type SurchargeRecord = {
	/** The algorithm: a single connector, an order of connectors, a split by volume, rules, or the least cost. */
	algorithm: JsonObject;
	/** When it was created, ISO 8601 in UTC. */
	created_at: number;
	/** How surcharges are shown. */
	merchant_surcharge_configs: {
		/** Whether pages show the surcharge on a screen of its own. */
		show_surcharge_breakup_screen: boolean | null;
	};
	/** When it last changed, ISO 8601 in UTC. */
	modified_at: number;
	name: string;
};
export type SurchargeResponse = {
	/** The surcharge without its tax, in the major unit. */
	display_surcharge_amount: number;
	/** The tax on the surcharge, in the major unit. */
	display_tax_on_surcharge_amount: number;
	/** The surcharge with its tax, in the major unit. */
	display_total_surcharge_amount: number;
	/** A fixed amount in minor units, or a percentage of the payment. */
	surcharge: OneOf<[{
		/** What kind of thing it is. */
		type: "fixed";
		value: number;
	}, Surcharge]>;
	/** The tax, as a percentage of the surcharge. */
	tax_on_surcharge: Percentage | null;
};
export type SurchargeRule = {
	/** A fixed amount in minor units, or a percentage of the payment. */
	surcharge: OneOf<[{
		/** What kind of thing it is. */
		type: "fixed";
		value: {
			/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
			amount: number;
		};
	}, Surcharge]>;
	/** The tax, as a percentage of the surcharge. */
	tax_on_surcharge?: Percentage | null;
};
export type SurchargeSelection = {
	/** What is added to the payment. */
	surcharge_details?: SurchargeRule | null;
};
export type SwitchStorageRequest = {
	/** Whether the storage switch is on. */
	kv_enabled: boolean;
};
export type SwitchStorageResponse = {
	/** Whether the storage switch is on. */
	kv_enabled: boolean;
	merchant_id: string;
};
export type SyncAuthenticationRequest = {
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret?: string | null;
	/** The result of Click to Pay, which is refused with 501. */
	payment_method_details?: {
		/** The data of the payment method, under the name of its family. */
		payment_method_data: JsonObject;
		/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
		payment_method_type: "ctp";
	} | null;
};
export type SyncAuthenticationResponse = {
	acquirer_details: AcquirerDetails;
	/** The reference of the bank's server. */
	acs_reference_number: string | null;
	/** What the bank signed, for an app. */
	acs_signed_content: string | null;
	/** The bank's identifier of the authentication. */
	acs_trans_id: string | null;
	/** The bank's page for the challenge. */
	acs_url: string | null;
	/** The amount, in minor units of its currency: 2599 with EUR is 25.99 euros. */
	amount: number;
	/** The 3-D Secure server. */
	authentication_connector: string | null;
	/** The result with its proof: to the secret key alone. */
	authentication_details: ({
		/** The proof, as a payment takes it. */
		three_ds_data: {
			/** The proof of the bank. */
			authentication_cryptogram: {
				/** The cardholder authentication verification value. */
				cavv: {
					/** The proof of the bank. */
					authentication_cryptogram: string;
				};
			} | null;
			/** The identifier of the authentication at the card network. */
			ds_trans_id: string | null;
			/** Electronic commerce indicator: to the secret key alone. */
			eci: string | null;
			/** The result in the words of EMV 3-D Secure. */
			transaction_status: TransactionStatus;
			/** The version of 3-D Secure. */
			version: string | null;
		};
	}) | null;
	authentication_id: string;
	/** The billing address, with phone and email. */
	billing: Address | null;
	browser_information: BrowserInfo | null;
	/** The message that opens the challenge at `acs_url`, as `creq`. */
	challenge_request: string | null;
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret: string | null;
	/** The switch's identifier of the authentication at the server. */
	connector_authentication_id: string | null;
	/** Data of the 3-D Secure server. */
	connector_metadata: JsonObject | null;
	/** When it was created, ISO 8601 in UTC. */
	created_at: string;
	/** The currency, as three letters of ISO 4217. */
	currency: string;
	/** The directory server of the card network. */
	directory_server_id: string | null;
	/** Electronic commerce indicator: to the secret key alone. */
	eci: string | null;
	email: string | null;
	/** Why it failed, as a code of the connector. */
	error_code: string | null;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** Whether the bank shall ask its customer. */
	force_3ds_challenge: boolean;
	/** The version of 3-D Secure that the server speaks. */
	maximum_supported_3ds_version: string | null;
	merchant_id: string;
	/** The version of the messages. */
	message_version: string | null;
	/** Always `null`: the switch stores no card of an authentication. */
	payment_method_data: null;
	/** An acquirer of the profile, where no acquirer is stated. */
	profile_acquirer_id: string | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** The exemption from strong authentication that is asked for. */
	psd2_sca_exemption_type: ScaExemption | null;
	/** Where the customer is sent afterwards. */
	return_url: string | null;
	/** The shipping address, with phone and email. */
	shipping: Address | null;
	/** How things stand with it. */
	status: AuthenticationStatus;
	/** The data of the 3-D Secure method. */
	three_ds_method_data: string | null;
	/** The address of the 3-D Secure method. */
	three_ds_method_url: string | null;
	three_ds_requestor_app_url: string | null;
	/** The merchant's page about 3-D Secure. */
	three_ds_requestor_url: string;
	/** The server's identifier of the authentication. */
	threeds_server_transaction_id: string | null;
	/** The result in the words of EMV 3-D Secure. */
	trans_status: TransactionStatus | null;
	/** Always `null`: the switch stores no card of an authentication. */
	vault_token_data: null;
};
export type SyncPaymentRequest = {
	/** Whether to answer with everything that the connector sent, in `whole_connector_response`. */
	all_keys_required?: boolean | null;
	/** The secret that lets the customer's browser or app act on this one payment, together with the publishable key. */
	client_secret?: string | null;
	/** Whether to answer with every attempt. */
	expand_attempts?: boolean | null;
	/** Whether to answer with every capture. */
	expand_captures?: boolean | null;
	/** Whether to ask the connector how things stand before answering. */
	force_sync?: boolean | null;
	/** Credentials for this one request. */
	merchant_connector_details?: MerchantConnectorDetails | null;
	merchant_id?: string | null;
	/** The payment: its merchant may choose the identifier (up to 64 letters, digits, `_` and `-`), else it begins with `pay_`. */
	payment_id: Identifier;
};
export type SyncRefundRequest = {
	/** Whether to answer with everything that the connector sent, in `whole_connector_response`. */
	all_keys_required?: boolean | null;
	/** Whether to ask the connector how things stand before answering. */
	force_sync?: boolean | null;
	/** Credentials for this one request. */
	merchant_connector_details?: MerchantConnectorDetails | null;
	/** The refund: its merchant may choose the identifier, else it begins with `ref_`. */
	refund_id: Identifier;
};
export type TestWebhookEndpointResponse = {
	/** Whether the endpoint answered with a status of 2xx. */
	delivered: boolean;
	/** The endpoint; the identifier of the profile for its `webhook_url`. */
	endpoint_id: string;
	/** Why it failed, in words of the connector. */
	error_message: string | null;
	/** The event: it begins with `evt_`. */
	event_id: string;
	/** What the endpoint answered, up to 4 KB, with secrets masked. */
	response_body: string | null;
	/** Milliseconds until the endpoint had answered. */
	response_ms: number;
	/** The HTTP status that the endpoint answered. */
	status_code: number | null;
};
export type ThreeDsData = {
	/** The cryptogram of the authentication (CAVV). */
	authentication_cryptogram?: JsonObject | null;
	/** The directory server's own identifier of the authentication. */
	ds_trans_id?: string | null;
	/** The electronic commerce indicator of the authentication. */
	eci?: string | null;
	/** How the authentication went, as a letter of 3-D Secure. */
	transaction_status: "Y" | "N" | "U" | "A" | "R" | "C" | "D" | "I" | (string & {});
	version?: string | null;
};
export type ThreeDsDecision = "no_three_ds" | "challenge_requested" | "challenge_preferred" | "three_ds_exemption_requested_tra" | "three_ds_exemption_requested_low_value" | "issuer_three_ds_exemption_requested" | (string & {});
export type ThreeDsDecisionRule = {
	data: {
		/** The connectors that are chosen where no rule applies. */
		defaultSelection: ThreeDsDecisionSelection;
		/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
		metadata: JsonObject;
		/** Rules, of which the first that applies decides. */
		rules: ({
				/** The connectors that are chosen where the rule applies. */
				connectorSelection: ThreeDsDecisionSelection;
				name: string;
				/** Statements of which one must hold. */
				statements: RuleStatement[];
			} | {
				name: string;
				/** What the rule decides. */
				routingOutput: ThreeDsDecisionSelection;
				/** Statements of which one must hold. */
				statements: RuleStatement[];
			})[];
	};
	/** What kind of thing it is. */
	type: "three_ds_decision_rule";
};
export type ThreeDsDecisionSelection = {
	/** How the issuer is asked to authenticate the customer, if at all. */
	decision: ThreeDsDecision;
};
export type ThreeDsProgram = {
	/** The connectors that are chosen where no rule applies. */
	defaultSelection: ThreeDsSelection;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject;
	/** Rules, of which the first that applies decides. */
	rules: ({
			/** The connectors that are chosen where the rule applies. */
			connectorSelection: ThreeDsSelection;
			name: string;
			/** Statements of which one must hold. */
			statements: RuleStatement[];
		} | {
			name: string;
			/** What the rule decides. */
			routingOutput: ThreeDsSelection;
			/** Statements of which one must hold. */
			statements: RuleStatement[];
		})[];
};
export type ThreeDsSelection = {
	/** Whether 3-D Secure is used. */
	override_3ds?: AuthenticationType | null;
};
export type TimeRange = {
	/** The end of the time in which it came about, ISO 8601. */
	end_time?: Timestamp | null;
	/** The beginning of the time in which it came about, ISO 8601. */
	start_time: Timestamp;
};
/** Format: date-time */
export type Timestamp = string;
export type ToggleBlocklistResponse = {
	/** Whether payments are checked against the blocklist. */
	blocklist_guard_status: "enabled" | "disabled" | (string & {});
};
export type ToggleRequest = {
	/** Whether it is on. */
	enabled: boolean;
};
export type Tokenization = "skip_psp" | "tokenize_at_psp" | (string & {});
export type TransactionDetails = {
	/** The name under which it stands. */
	key: string;
	/**
	 * How the page looks.
	 * @default null
	 */
	ui_configuration?: UiConfiguration | null;
	value: string;
};
export type TransactionStatus = "Y" | "N" | "U" | "A" | "R" | "C" | "D" | "I" | (string & {});
export type TypedDigits = string;
export type UiConfiguration = {
	/**
	 * Whether the name of the detail is shown in bold.
	 * @default null
	 */
	is_key_bold?: boolean | null;
	/**
	 * Whether the value of the detail is shown in bold.
	 * @default null
	 */
	is_value_bold?: boolean | null;
	/** @default null */
	position?: number | null;
};
export type UndeliveredEventsResponse = {
	/** The last entry of the page before: the list goes on behind it. */
	after: string | null;
	events: {
			/** When it was created, ISO 8601 in UTC. */
			created: string;
			/** The endpoint that gets the event; absent for the `webhook_url`. */
			endpoint_id?: string;
			/** What the event is about. */
			event_class: string;
			/** The event: it begins with `evt_`. */
			event_id: string;
			event_type: string;
			/** When the last attempt was made, ISO 8601 in UTC. */
			gave_up: string;
			/** The event of the first attempt. */
			initial_attempt_id: string;
			/** Whether the event arrived. */
			is_delivery_successful: boolean;
			merchant_id: string;
			/** The payment, refund, dispute, mandate or payout that the event is about. */
			object_id: string;
			/** The merchant account that processes the payment: the same as `merchant_id`. */
			processor_merchant_id: string;
			/** The profile, one of the merchant's shops: it begins with `pro_`. */
			profile_id: string;
			/** Why it was ordered: `requested`, or because an endpoint was `switched_on` again. */
			reason?: string;
			/** The state, province or region. */
			state: DeliveryState;
			/** How many attempts were made. */
			tries: number;
		}[];
};
export type UpdateAccountRequest = {
	/** The profile that is used where a request names none. */
	default_profile?: Identifier | null;
	/** Whether the return to the merchant carries a signature. */
	enable_payment_response_hash?: boolean | null;
	/** How the connector that checks for fraud is chosen. */
	frm_routing_algorithm?: RoutingAlgorithm | null;
	/** The name of the merchant at the vault. */
	locker_id?: string | null;
	/** What is known about the merchant. */
	merchant_details?: MerchantDetails | null;
	merchant_id: Identifier;
	/** The name of the merchant. */
	merchant_name?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** The credentials of a service that makes network tokens. */
	network_tokenization_credentials?: NetworkTokenizationCredentials | null;
	/** The merchant account that this one is below. */
	parent_merchant_id?: string | null;
	/** The secret that signs webhooks and returns to the merchant. */
	payment_response_hash_key?: string | null;
	/** For how many hours the key before a new one signs webhooks as well, from 0 to 72; 0 unless stated. */
	payment_response_hash_key_overlap_hours?: number | null;
	/** How the connector of payouts is chosen. */
	payout_routing_algorithm?: RoutingAlgorithm | null;
	/** How links that collect payment methods look. */
	pm_collect_link_config?: CollectLinkConfig | null;
	/** The businesses of the merchant, by country. */
	primary_business_details?: PrimaryBusinessDetails | null;
	/** The key for browsers and apps. */
	publishable_key?: string | null;
	/** Whether customers come back to the merchant by POST instead of GET. */
	redirect_to_merchant_with_http_post?: boolean | null;
	/** The requests a second that the merchant may send, on average over ten seconds, in place of those that the deployment lets every merchant send. */
	requests_per_second?: number | null;
	/** Where the customer is sent afterwards. */
	return_url?: string | null;
	/** How the connector is chosen. */
	routing_algorithm?: RoutingAlgorithm | null;
	/** Whether the account may have others below it. */
	sub_merchants_enabled?: boolean | null;
	/** Where and of what the merchant is told by webhooks. */
	webhook_details?: StatedWebhookDetails | null;
};
export type UpdateApiKeyRequest = {
	/** What it is about, in words of the caller. */
	description?: string | null;
	/** When the key ends, ISO 8601; or `never`. */
	expiration?: ApiKeyExpiration | null;
	/** A name for the key, for people. */
	name?: string | null;
};
export type UpdateCardBinsRequest = {
	/** Format: binary */
	file: string;
};
export type UpdateCardBinsResponse = ({
		/** The first six or eight digits of a card number. */
		card_iin: string | null;
		/** The bank that issued the card. */
		card_issuer: string | null;
		/** The country in which the card was issued. */
		card_issuing_country: string | null;
		/** The network of the card, such as `Visa`. */
		card_network: string | null;
		/** The product of the network, such as `CLASSIC`. */
		card_sub_type: string | null;
		/** What kind of card it is. */
		card_type: string | null;
		/** The line of the file. */
		line_number: number;
		/** Why the line was not taken. */
		migration_error: string | null;
		/** Whether the line was taken. */
		migration_status: "Success" | "Failed" | (string & {});
	})[];
export type UpdateConnectorAccountRequest = {
	/** What single connectors need to know about the merchant. */
	additional_merchant_data?: JsonObject | null;
	/** The credentials of the connector. */
	connector_account_details?: JsonObject | null;
	/** A name for the connector account, unique within its profile. */
	connector_label?: string | null;
	/** What the connector is for: payments, payouts, tax, authentication, fraud checks and so on. */
	connector_type: ConnectorType;
	/** The settings of wallets. */
	connector_wallets_details?: ConnectorWalletsDetails | null;
	/** What the processor's webhooks are verified with. */
	connector_webhook_details?: ConnectorWebhookDetails | null;
	/** Whether the account takes no payments. */
	disabled?: boolean | null;
	/** Which payments are checked for fraud, and when. */
	frm_configs?: FraudCheckConfig[] | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** The payment methods that the account takes. */
	payment_methods_enabled?: EnabledPaymentMethods[] | null;
	/** How bank accounts are verified. */
	pm_auth_config?: JsonObject | null;
	/** What the processor takes of payments: the first entry whose stated members all match the payment applies. */
	processing_fees?: ProcessingFees | null;
	/** Whether the account is in use. */
	status?: ("active" | "inactive" | (string & {})) | null;
	/** Whether no real money moves. */
	test_mode?: boolean | null;
};
export type UpdateCustomerRequest = {
	address?: AddressDetails | null;
	/** What it is about, in words of the caller. */
	description?: string | null;
	/** The customer's identity document, which some countries ask for. */
	document_details?: DocumentDetails | null;
	email?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: Metadata | null;
	name?: string | null;
	/** The phone number, without the country code. */
	phone?: string | null;
	/** The dialling code of the phone number, such as `+1`. */
	phone_country_code?: string | null;
	/** The number under which tax authorities know it. */
	tax_registration_id?: string | null;
};
export type UpdateGsmRequest = {
	/** Whether to try again with the card number instead of a network token. */
	clear_pan_possible?: boolean | null;
	/** The error code of the connector. */
	code: string;
	/** The connector, by its name, such as `stripe_test`. */
	connector: ConnectorName;
	/** Whether to try again, and how. */
	decision?: GsmDecision | null;
	/** What it is about, in words of the caller. */
	description?: string | null;
	/** What kind of error it is. */
	error_category?: GsmErrorCategory | null;
	/** What the rule decides about. */
	feature?: GsmFeature | null;
	/** What the rule decides. */
	feature_data?: GsmFeatureData | null;
	/** What the connector was asked to do. */
	flow: string;
	/** The error message of the connector. */
	message: string;
	/** A note for people. */
	router_error?: string | null;
	/** Why it failed, in a code that is the same for all connectors. */
	standardised_code?: StandardisedCode | null;
	/** The status that the connector answered. */
	status?: string | null;
	/** Whether to try again with 3-D Secure. */
	step_up_possible?: boolean | null;
	/** What exactly the connector was asked to do. */
	sub_flow: string;
	/** Why it failed, in a code that is the same for all connectors. */
	unified_code?: string | null;
	/** Why it failed, in words that are the same for all connectors. */
	unified_message?: string | null;
	/** What to tell the customer. */
	user_guidance_message?: string | null;
};
export type UpdateMetadataRequest = {
	/** What single payment methods need beside the rest. */
	feature_metadata?: FeatureMetadata | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
};
export type UpdateOrganizationRequest = {
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** Anything that is to be noted about the organization. */
	organization_details?: JsonObject | null;
	/** The name of the organization. */
	organization_name?: string | null;
	/** The merchant account that the platform acts by. */
	platform_merchant_id?: Identifier | null;
};
export type UpdatePaymentMethodRequest = {
	card?: CardUpdate | null;
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret?: string | null;
	wallet?: WalletUpdate | null;
};
export type UpdatePaymentMethodResponse = {
	card: Card | null;
	/** The secret that lets a customer's browser or app act on this one object, together with the publishable key. */
	client_secret: string | null;
	/** When it was created, ISO 8601 in UTC. */
	created: string;
	/** The customer, by the merchant's own identifier or by one that begins with `cus_`. */
	customer_id: string;
	/** Whether payment in installments is possible. */
	installment_payment_enabled: boolean;
	/** When it was last paid with, ISO 8601 in UTC. */
	last_used_at: string;
	merchant_id: string;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata: JsonObject | null;
	/** How the customer pays with it, such as by a redirect or in an app. */
	payment_experience: PaymentExperience[];
	/** What is paid with, by its family: `card`, `wallet`, `bank_redirect` and so on. */
	payment_method: string | null;
	/** The stored payment method: it begins with `pm_`. */
	payment_method_id: string;
	/** What is paid with, within its family: `credit`, `apple_pay`, `ideal` and so on. */
	payment_method_type: string | null;
	/** Whether it can be charged again without the customer. */
	recurring_enabled: boolean;
	wallet: JsonObject | null;
};
export type UpdatePaymentMethodsRequest = {
	/** Format: binary */
	file?: string;
	merchant_id?: string;
};
export type UpdatePaymentMethodsResponse = ({
		/** The processors' own credentials for the payment method, by connector account. */
		connector_mandate_details: JsonObject | null;
		/** The row of the file, counted from 1 without the line of the columns’ names. */
		line_number: number;
		/** The card network's id of the payment by which the customer agreed to later charges. */
		network_transaction_id: string | null;
		/** The stored payment method: it begins with `pm_`. */
		payment_method_id: string | null;
		/** How things stand with it. */
		status: PaymentMethodStatus | null;
		/** Why the row was not taken. */
		update_error: string | null;
		/** Whether the row was taken. */
		update_status: "Success" | "Failed" | (string & {});
		/** Whether the row states an expiry. */
		updated_payment_method_data: boolean | null;
	})[];
export type UpdateProfileAcquirerRequest = {
	/** The number that the acquirer has given the merchant. */
	acquirer_assigned_merchant_id?: string | null;
	/** The number of the acquirer at the card network. */
	acquirer_bin?: string | null;
	/** The country of the acquirer. */
	acquirer_country_code?: string | null;
	/** The share of fraud at the acquirer, in percent. */
	acquirer_fraud_rate?: number | null;
	/** The number of the acquirer at Mastercard. */
	acquirer_ica?: string | null;
	/** Whether it is used where none is named. */
	is_default?: boolean | null;
	/** The name of the merchant. */
	merchant_name?: string | null;
	network?: CardNetwork | null;
};
export type UpdateProfileRequest = {
	/** Whether wallets are always asked for the billing address. */
	always_collect_billing_details_from_wallet_connector?: boolean | null;
	/** Whether wallets are always asked for the shipping address. */
	always_collect_shipping_details_from_wallet_connector?: boolean | null;
	/** Whether every payment asks to capture more than was authorized. */
	always_enable_overcapture?: boolean | null;
	/** Whether every payment asks for an authorization that lasts longer. */
	always_request_extended_authorization?: boolean | null;
	/** Web domains that Apple has verified for Apple Pay. */
	applepay_verified_domains?: string[] | null;
	/** How customers are authenticated by 3-D Secure outside of the processor. */
	authentication_connector_details?: StatedAuthenticationDetails | null;
	/** Identifiers of products for authentication, by connector. */
	authentication_product_ids?: {
		[key: string]: Identifier;
	} | null;
	/** The connector account that bills subscriptions. */
	billing_processor_id?: Identifier | null;
	/** When failed payments look like card testing, and are blocked. */
	card_testing_guard_config?: CardTestingGuardConfig | null;
	/** Whether wallets are asked for the billing address where a connector needs it. */
	collect_billing_details_from_wallet_connector?: boolean | null;
	/** Whether wallets are asked for the shipping address where a connector needs it. */
	collect_shipping_details_from_wallet_connector?: boolean | null;
	/** How often processors are asked about open disputes, in hours. */
	dispute_polling_interval?: DisputePollingInterval | null;
	/** Settings of dynamic routing. */
	dynamic_routing_algorithm?: JsonObject | null;
	/** Whether the return to the merchant carries a signature. */
	enable_payment_response_hash?: boolean | null;
	/** How card data is encrypted for the merchant. */
	extended_card_info_config?: ExtendedCardInfoConfig | null;
	/** The vault outside of the switch that keeps the cards of this profile. */
	external_vault_connector_details?: ExternalVaultConnectorDetails | null;
	/** Whether 3-D Secure must challenge the customer. */
	force_3ds_challenge?: boolean | null;
	/** How the connector that checks for fraud is chosen. */
	frm_routing_algorithm?: RoutingAlgorithm | null;
	/** How long a customer may take to pay, in seconds. */
	intent_fulfillment_time?: number | null;
	/** Whether a declined payment is tried again by itself, with another connector. */
	is_auto_retries_enabled?: boolean | null;
	/** Whether a payment with a network token is tried again with the card number. */
	is_clear_pan_retries_enabled?: boolean | null;
	/** Whether Click to Pay is offered. */
	is_click_to_pay_enabled?: boolean | null;
	/** Whether a stored payment method may be charged by another connector than the one that stored it. */
	is_connector_agnostic_mit_enabled?: boolean | null;
	/** Whether debit cards are routed to the cheapest network. */
	is_debit_routing_enabled?: boolean | null;
	/** Whether a vault outside of the switch keeps the cards of this profile. */
	is_external_vault_enabled?: ("enable" | "skip" | (string & {})) | null;
	/** Whether customers are sent on inside a frame of the page. */
	is_iframe_redirection_enabled?: boolean | null;
	/** Whether connectors are sent the details of the order (level 2 and 3 data). */
	is_l2_l3_enabled?: boolean | null;
	/** Whether a failed payment may be confirmed again. */
	is_manual_retry_enabled?: boolean | null;
	/** Whether stored cards are replaced by network tokens. */
	is_network_tokenization_enabled?: boolean | null;
	/** Whether a card is replaced by a network token before its first payment. */
	is_pre_network_tokenization_enabled?: boolean | null;
	/** Whether taxes are calculated. */
	is_tax_connector_enabled?: boolean | null;
	/** How often a declined payment is tried again by itself at most. */
	max_auto_retries_enabled?: number | null;
	/** The country of the business, as two letters of ISO 3166-1. */
	merchant_business_country?: Country | null;
	/** What the merchant sells, as four digits of ISO 18245. */
	merchant_category_code?: MerchantCategoryCode | null;
	/** The country of the merchant, as three digits of ISO 3166-1. */
	merchant_country_code?: string | null;
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: JsonObject | null;
	/** The credentials of a service that makes network tokens. */
	network_tokenization_credentials?: NetworkTokenizationCredentials | null;
	/** Headers that webhooks are sent with. */
	outgoing_webhook_custom_http_headers?: {
		[key: string]: string;
	} | null;
	/** How payment links look and behave. */
	payment_link_config?: ProfileLinkConfig | null;
	/** Payment methods that are declined before a connector is asked. */
	payment_method_blocking?: PaymentMethodBlocking | null;
	/** The secret that signs webhooks and returns to the merchant. */
	payment_response_hash_key?: string | null;
	/** For how many hours the key before a new one signs webhooks as well, from 0 to 72; 0 unless stated. */
	payment_response_hash_key_overlap_hours?: number | null;
	/** How payout links look and behave. */
	payout_link_config?: PayoutLinkConfig | null;
	/** How the connector of payouts is chosen. */
	payout_routing_algorithm?: RoutingAlgorithm | null;
	/** The name of the profile. */
	profile_name?: string | null;
	/** Whether customers come back to the merchant by POST instead of GET. */
	redirect_to_merchant_with_http_post?: boolean | null;
	/** Where the customer is sent afterwards. */
	return_url?: string | null;
	/** How the connector is chosen. */
	routing_algorithm?: RoutingAlgorithm | null;
	/** How long a customer may take to pay, in seconds. */
	session_expiry?: number | null;
	/** The connector account that calculates surcharges. */
	surcharge_connector_details?: SurchargeConnectorDetails | null;
	/** The connector account that calculates taxes. */
	tax_connector_id?: Identifier | null;
	/** Whether the billing address of a payment stands for that of its payment method. */
	use_billing_as_payment_method_billing?: boolean | null;
	/** Where and of what the merchant is told by webhooks. */
	webhook_details?: StatedWebhookDetails | null;
};
export type UpdateRefundRequest = {
	/** Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. */
	metadata?: Metadata | null;
	/** Why the money goes back, in words of the merchant. */
	reason?: string | null;
};
export type UpdateWebhookEndpointRequest = {
	/** Whether it is on. */
	enabled?: boolean | null;
	/** Only events of these types; an empty list stands for the usual ones. */
	event_types?: EventType[] | null;
	/** Headers that webhooks are sent with. */
	headers?: {
		[key: string]: string;
	} | null;
	/** The secret that signs the webhooks of the endpoint. */
	secret?: string | null;
	/** For how many hours the secret before a new one signs as well, from 0 to 72; 0 unless stated. */
	secret_overlap_hours?: number | null;
	url?: string | null;
};
export type Upi = {
	/** UPI, by a request to the app of the customer. */
	upi_collect?: {
		/** Which account of UPI is paid from. */
		upi_source?: ("UPI_CC" | "UPI_CL" | "UPI_ACCOUNT" | "UPI_CC_CL" | "UPI_PPI" | "UPI_VOUCHER" | (string & {})) | null;
		/** The virtual payment address of the customer. */
		vpa_id?: string | null;
	};
	/** UPI, by opening an app of the customer. */
	upi_intent?: {
		/** The app that is opened. */
		app_name?: string | null;
		/** Which account of UPI is paid from. */
		upi_source?: ("UPI_CC" | "UPI_CL" | "UPI_ACCOUNT" | "UPI_CC_CL" | "UPI_PPI" | "UPI_VOUCHER" | (string & {})) | null;
	};
	/** UPI, by a QR code. */
	upi_qr?: {
		/** Which account of UPI is paid from. */
		upi_source?: ("UPI_CC" | "UPI_CL" | "UPI_ACCOUNT" | "UPI_CC_CL" | "UPI_PPI" | "UPI_VOUCHER" | (string & {})) | null;
	};
};
export type VocabularyPaymentMethod = "card" | "card_redirect" | "pay_later" | "wallet" | "bank_redirect" | "bank_transfer" | "crypto" | "bank_debit" | "reward" | "real_time_payment" | "upi" | "voucher" | "gift_card" | "open_banking" | "mobile_payment" | "network_token" | (string & {});
export type Voucher = ("efecty" | "pago_efectivo" | "red_compra" | "red_pagos" | "oxxo" | (string & {})) | ({
	/** A voucher that is paid at Alfamart. */
	alfamart?: {
		email?: Email | null;
		first_name?: string | null;
		last_name?: string | null;
		phone_number?: string | null;
	};
	boleto?: {
		/** The number that identifies the bank. */
		bank_number?: string | null;
		/** What kind of document it is, such as `cpf`. */
		document_type?: ("cpf" | "cnpj" | "psn" | "other" | (string & {})) | null;
		/** Until when the voucher can be paid. */
		due_date?: string | null;
		/** The fine for paying late, in percent. */
		fine_percentage?: string | null;
		/** After how many days the fine is due. */
		fine_quantity_days?: string | null;
		/** The interest for paying late, in percent. */
		interest_percentage?: string | null;
		/** Lines on the voucher. */
		messages?: string[] | null;
		/** The tax number of the customer. */
		social_security_number?: string | null;
		/** After how many days the voucher is given up. */
		write_off_quantity_days?: string | null;
	};
	/** A voucher that is paid at FamilyMart. */
	family_mart?: {
		email?: Email | null;
		first_name?: string | null;
		last_name?: string | null;
		phone_number?: string | null;
	};
	/** A voucher that is paid at Indomaret. */
	indomaret?: {
		email?: Email | null;
		first_name?: string | null;
		last_name?: string | null;
		phone_number?: string | null;
	};
	/** A voucher that is paid at Lawson. */
	lawson?: {
		email?: Email | null;
		first_name?: string | null;
		last_name?: string | null;
		phone_number?: string | null;
	};
	/** A voucher that is paid at Ministop. */
	mini_stop?: {
		email?: Email | null;
		first_name?: string | null;
		last_name?: string | null;
		phone_number?: string | null;
	};
	/** A voucher that is paid by Pay-easy. */
	pay_easy?: {
		email?: Email | null;
		first_name?: string | null;
		last_name?: string | null;
		phone_number?: string | null;
	};
	/** A voucher that is paid at Seicomart. */
	seicomart?: {
		email?: Email | null;
		first_name?: string | null;
		last_name?: string | null;
		phone_number?: string | null;
	};
	/** A voucher that is paid at 7-Eleven. */
	seven_eleven?: {
		email?: Email | null;
		first_name?: string | null;
		last_name?: string | null;
		phone_number?: string | null;
	};
});
export type Wallet = ({
	/** The decrypted data of Apple Pay. */
	apple_pay_decrypt: {
		/** The name on the card. */
		card_holder_name?: string | null;
		/** The network of the card, such as `Visa`. */
		card_network?: CardNetwork | null;
		/** The number that stands for the card on the device. */
		dpan: CardNumber;
		/** The month in which it expires, two digits. */
		expiry_month: string;
		/** The year in which it expires, two or four digits. */
		expiry_year: string;
	};
}) | ({
	/** The decrypted data of Google Pay. */
	google_pay_decrypt: {
		/** The number that stands for the card on the device. */
		application_primary_account_number: CardNumber;
		/** The name on the card. */
		card_holder_name?: string | null;
		/** The network of the card, such as `Visa`. */
		card_network?: CardNetwork | null;
		/** The month in which it expires, two digits. */
		expiry_month: string;
		/** The year in which it expires, two or four digits. */
		expiry_year: string;
	};
}) | ({
	paypal: {
		email?: Email | null;
		paypal_id?: string | null;
		telephone_number?: string | null;
	};
}) | ({
	venmo: {
		telephone_number?: string | null;
	};
});
export type WalletUpdate = {
	/** The code with which the issuer authorized the payment. */
	auth_code?: string | null;
	/** The month in which the card expires, two digits. */
	card_exp_month?: string | null;
	/** The year in which the card expires, two or four digits. */
	card_exp_year?: string | null;
	/** The network of the card, such as `Visa`. */
	card_network?: string | null;
	email?: string | null;
	/** The last four digits of the card number. */
	last4?: string | null;
	/** What kind of thing it is. */
	type?: string | null;
};
export type WebhookDetails = {
	/**
	 * Whether webhooks tell that a payment was created.
	 * @default null
	 */
	payment_created_enabled?: boolean | null;
	/**
	 * Whether webhooks tell that a payment failed.
	 * @default null
	 */
	payment_failed_enabled?: boolean | null;
	/**
	 * Only these statuses of payments are told by webhooks; all unless stated.
	 * @default null
	 */
	payment_statuses_enabled?: PaymentStatus[] | null;
	/**
	 * Whether webhooks tell that a payment succeeded.
	 * @default null
	 */
	payment_succeeded_enabled?: boolean | null;
	/**
	 * Only these statuses of payouts are told by webhooks; all unless stated.
	 * @default null
	 */
	payout_statuses_enabled?: string[] | null;
	/**
	 * Only these statuses of refunds are told by webhooks; all unless stated.
	 * @default null
	 */
	refund_statuses_enabled?: string[] | null;
	/**
	 * The password with which webhooks are sent (HTTP Basic).
	 * @default null
	 */
	webhook_password?: string | null;
	/**
	 * The address to which webhooks are sent.
	 * @default null
	 */
	webhook_url?: string | null;
	/**
	 * The user name with which webhooks are sent (HTTP Basic), without a colon.
	 * @default null
	 */
	webhook_username?: string | null;
	/**
	 * A version of webhooks, which they carry in the header `webhook-version`.
	 * @default null
	 */
	webhook_version?: string | null;
};
export type WebhookEndpointListResponse = {
	data: WebhookEndpointResponse[];
};
export type WebhookEndpointResponse = {
	/** When it was created, ISO 8601 in UTC. */
	created: string | null;
	/** Why it is switched off: `requested` where the merchant asked for it, `failing` where it took nothing for five days. */
	disabled_reason: string | null;
	/** Since when it is switched off, ISO 8601 in UTC. */
	disabled_since: string | null;
	/** Whether it is on. */
	enabled: boolean;
	/** The endpoint; the identifier of the profile for its `webhook_url`. */
	endpoint_id: string;
	/** Only events of these types; an empty list stands for the usual ones. */
	event_types: string[];
	/** Headers that webhooks are sent with. */
	headers: {
		[key: string]: string;
	};
	merchant_id: string;
	/** When it was changed last, ISO 8601 in UTC. */
	modified: string | null;
	/** The profile, one of the merchant's shops: it begins with `pro_`. */
	profile_id: string;
	/** The order that sends what the endpoint missed while it was switched off for failing. */
	retry_id: string | null;
	/** The secret that signs the webhooks of the endpoint. */
	secret: string;
	url: string;
};
export type WrittenAlgorithm = {
	data: RoutableChoice;
	/** What kind of thing it is. */
	type: "single";
} | {
	data: RoutableChoice[];
	/** What kind of thing it is. */
	type: "priority";
} | {
	data: RoutableShare[];
	/** What kind of thing it is. */
	type: "volume_split";
} | {
	data: RoutingProgram;
	/** What kind of thing it is. */
	type: "advanced";
} | LeastCost | ThreeDsDecisionRule;
