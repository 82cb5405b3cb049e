/** Values that are secrets by their form, with a name of each form. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(AKIA|ASIA)[A-Z0-9]{12,}/, 'the id of an AWS access key'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY/, 'a private key'],
  [/\b(sk|rk)_(live|test)_\w/, 'a secret key of a processor'],
  [/\bwhsec_\w/, 'the secret of a webhook'],
  [/\bopk_[\w.-]{16,}/, "an operator's key"],
  [/\b(snd|prd|dev)_[A-Za-z0-9]{16,}/, 'an API key of the switch'],
  [/\b(ghp|gho|ghs|ghu|github_pat|glpat|xox[abp])[_-][A-Za-z0-9]/, 'an access token'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\./, 'a signed token'],
  [/\/\/[^/\s:@]+:[^/\s@]+@/, 'an address with a password'],
  // Secret access keys of AWS: 40 characters of Base64, with upper case, lower case and digits.
  [/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9/+]{40}$/, 'a secret access key of AWS'],
];

/** Names under which people keep secrets: `api_key`, `dbPassword`, `CLIENT-SECRET`. */
const secretName =
  /(secret|password|passwd|passphrase|token|credential|private[-_ ]?key|api[-_ ]?key|access[-_ ]?key)/i;

/** The kind of secret that a value seems to be; undefined for any other value. */
export const secretLike = (value: string): string | undefined =>
  forms.find(([form]) => form.test(value))?.[1];

/** Whether a name is that of a secret. */
export const namesSecret = (name: string): boolean => secretName.test(name);
