import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'card-bins': 'What is known of cards by their first digits.' },
  properties: {
    bank_code_id: 'A code of the bank.',
    bin: 'The first six or eight digits of a card number.',
    co_badged_card_networks:
      'Further networks of co-badged cards, of which the payer chooses one. In a file their names are separated by semicolons.',
    card_iin: 'The first six or eight digits of a card number.',
    card_sub_type: 'The product of the network, such as `CLASSIC`.',
    card_subtype: 'The product of the network, such as `CLASSIC`.',
    last_updated_provider: 'Who says so.',
    line_number: 'The line of the file.',
    migration_error: 'Why the line was not taken.',
    migration_status: 'Whether the line was taken.',
  },
};
