import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { organizations: 'Groups of merchant accounts.' },
  properties: {
    organization_details: 'Anything that is to be noted about the organization.',
    organization_name: 'The name of the organization.',
    organization_type: 'Whether it is an organization of merchants or a platform.',
    platform_merchant_id: 'The merchant account that the platform acts by.',
    id: 'The organization: it begins with `org_`.',
  },
};
