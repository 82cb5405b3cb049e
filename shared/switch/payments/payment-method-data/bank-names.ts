import * as v from 'valibot';

/** The banks that a customer may choose for redirects and debits. */
// biome-ignore format: names read better in rows.
export const BankName = v.picklist([
  'abn_amro', 'absa', 'affin_bank', 'agro_bank', 'aib', 'alior_bank', 'alliance_bank', 'am_bank',
  'american_express', 'arzte_und_apotheker_bank', 'asn_bank', 'austrian_anadi_bank_ag',
  'b_n_p_paribas_poland', 'bangkok_bank', 'bank99_ag', 'bank_austria', 'bank_islam',
  'bank_millennium', 'bank_muamalat', 'bank_nowy_bfg_sa', 'bank_nowy_s_a', 'bank_of_america',
  'bank_of_china', 'bank_of_scotland', 'bank_p_e_k_a_o_s_a', 'bank_pekao_sa', 'bank_rakyat',
  'bank_simpanan_nasional', 'bankhaus_carl_spangler', 'bankhaus_schelhammer_und_schattera_ag',
  'banki_spbdzielcze', 'banki_spoldzielcze', 'barclays', 'bawag_psk_ag', 'bks_bank_ag', 'blik',
  'blik_p_s_p', 'bnp_paribas', 'boz', 'brull_kallmus_bank_ag', 'btv_vier_lander_bank', 'bunq',
  'capital_bank_grawe_gruppe_ag', 'capital_one', 'ceska_sporitelna', 'chase', 'cimb_bank', 'citi',
  'credit_agricole', 'danske_bank', 'discover', 'dolomitenbank', 'e_platby_v_u_b',
  'e_transfer_pocztowy24', 'easybank_ag', 'envelo_bank', 'erste_bank_und_sparkassen',
  'etransfer_pocztowy24', 'first_direct', 'first_trust', 'friesland_bank', 'getin_bank', 'halifax',
  'handelsbanken', 'hong_leong_bank', 'hsbc_bank', 'hypo_alpeadriabank_international_ag',
  'hypo_bank_burgenland_aktiengesellschaft', 'hypo_noe_lb_fur_niederosterreich_u_wien',
  'hypo_oberosterreich_salzburg_steiermark', 'hypo_tirol_bank_ag', 'hypo_vorarlberg_bank_ag',
  'idea_bank', 'ing', 'inteligo', 'kasikorn_bank', 'knab', 'komercni_banka', 'krung_thai_bank',
  'krungsri_bank', 'kuwait_finance_house', 'lloyds', 'm_bank', 'marchfelder_bank', 'maybank',
  'mbank_mtransfer', 'moneyou', 'monzo', 'n26', 'nat_west', 'nationale_nederlanden',
  'nationwide_bank', 'navy_federal_credit_union', 'nest_przelew', 'noble_pay', 'oberbank_ag',
  'ocbc_bank', 'open_bank_cancelled', 'open_bank_failure', 'open_bank_success',
  'osterreichische_arzte_und_apothekerbank', 'pay_with_alior_bank', 'pay_with_b_o_s',
  'pay_with_citi_handlowy', 'pay_with_i_n_g', 'pay_with_inteligo', 'pay_with_plus_bank',
  'pbac_z_ipko', 'pentagon_federal_credit_union', 'place_z_i_p_k_o',
  'platnosc_online_karta_platnicza', 'plus_bank', 'posojilnica_bank_e_gen', 'postova_banka',
  'public_bank', 'rabobank', 'raiffeisen_bankengruppe_osterreich', 'regiobank', 'revolut',
  'rhb_bank', 'royal_bank_of_scotland', 'santander_przelew24', 'schelhammer_capital_bank_ag',
  'schoellerbank_ag', 'sns_bank', 'sparda_bank_wien', 'sporo_pay', 'standard_chartered_bank',
  'starling', 'synchrony_bank', 'tatra_pay', 'tesco_bank', 'the_siam_commercial_bank',
  'toyota_bank', 'triodos_bank', 'tsb_bank', 'ulster_bank', 'uob_bank', 'van_lanschot',
  'velo_bank', 'viamo', 'volksbank_gruppe', 'volkskreditbank_ag', 'volkswagen_bank',
  'vr_bank_braunau', 'wells_fargo', 'yoursafe',
]);
export type BankName = v.InferOutput<typeof BankName>;
