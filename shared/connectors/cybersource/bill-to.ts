import type { Order } from '../interface/order.ts';

/** The billing address as Cybersource takes it. */
export function billTo({ billing = {}, customer }: Order) {
  const { address } = billing;
  return {
    firstName: address?.first_name ?? undefined,
    lastName: address?.last_name ?? undefined,
    address1: address?.line1 ?? undefined,
    locality: address?.city ?? undefined,
    administrativeArea: areaOf(address?.state, address?.country),
    postalCode: address?.zip ?? undefined,
    country: address?.country ?? undefined,
    email: billing.email ?? customer?.email,
  };
}

/**
 * The state or province: two letters in the United States and Canada, where Cybersource takes no
 * other form, and elsewhere as the merchant states it. A text that names none of them stays as it
 * is, so that the refusal names the error.
 */
function areaOf(state: string | null | undefined, country: string | null | undefined) {
  if (!state) return undefined;
  const codes = country === 'US' ? unitedStates : country === 'CA' ? canada : {};
  const name = nameOf(state);
  const [code] =
    Object.entries(codes).find(([key, named]) => nameOf(key) === name || named === name) ?? [];
  return code ?? state;
}

/** A name without case, accents and marks, as merchants write it in many ways. */
const nameOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

// biome-ignore format: names read better in rows.
/** By code, as `nameOf` gives the name. */
const unitedStates: Readonly<Record<string, string>> = {
  AL: 'alabama', AK: 'alaska', AS: 'americansamoa', AZ: 'arizona', AR: 'arkansas', CA: 'california',
  CO: 'colorado', CT: 'connecticut', DE: 'delaware', DC: 'districtofcolumbia', FL: 'florida',
  FM: 'federatedstatesofmicronesia', GA: 'georgia', GU: 'guam', HI: 'hawaii', ID: 'idaho',
  IL: 'illinois', IN: 'indiana', IA: 'iowa', KS: 'kansas', KY: 'kentucky', LA: 'louisiana',
  ME: 'maine', MH: 'marshallislands', MD: 'maryland', MA: 'massachusetts', MI: 'michigan',
  MN: 'minnesota', MS: 'mississippi', MO: 'missouri', MT: 'montana', NE: 'nebraska', NV: 'nevada',
  NH: 'newhampshire', NJ: 'newjersey', NM: 'newmexico', NY: 'newyork', NC: 'northcarolina',
  ND: 'northdakota', MP: 'northernmarianaislands', OH: 'ohio', OK: 'oklahoma', OR: 'oregon',
  PW: 'palau', PA: 'pennsylvania', PR: 'puertorico', RI: 'rhodeisland', SC: 'southcarolina',
  SD: 'southdakota', TN: 'tennessee', TX: 'texas', UT: 'utah', VT: 'vermont', VI: 'virginislands',
  VA: 'virginia', WA: 'washington', WV: 'westvirginia', WI: 'wisconsin', WY: 'wyoming',
  AA: 'armedforcesamericas', AE: 'armedforceseurope', AP: 'armedforcespacific',
};

// biome-ignore format: names read better in rows.
const canada: Readonly<Record<string, string>> = {
  AB: 'alberta', BC: 'britishcolumbia', MB: 'manitoba', NB: 'newbrunswick',
  NL: 'newfoundlandandlabrador', NS: 'novascotia', NT: 'northwestterritories', NU: 'nunavut',
  ON: 'ontario', PE: 'princeedwardisland', QC: 'quebec', SK: 'saskatchewan', YT: 'yukon',
};
