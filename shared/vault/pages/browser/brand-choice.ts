import { brandName } from '#vocabulary/card-networks/co-badged.ts';
import { defaultBrand, type FormRules } from '../card-rules.ts';
import { element } from './page.ts';

/** The choice between the brands of a co-badged card, at the end of the number's field. */
export interface BrandChoice {
  /** Shows the brands; fewer than two are no choice. Keeps the payer's choice among the same ones. */
  offer(brands: readonly string[]): void;
  /** The chosen brand; the only one of a card that the merchant accepts by one brand. */
  chosen(): string | undefined;
  readonly offered: () => readonly string[];
  setDisabled(isDisabled: boolean): void;
}

/** A group of radio buttons: arrow keys choose, and screen readers read the brands' names. */
export function brandChoice(
  rules: Pick<FormRules, 'preferred'>,
  onChoice: () => void,
): BrandChoice {
  const group = element('brands', HTMLElement);
  let brands: readonly string[] = [];
  let chosen: string | undefined;

  function radioOf(brand: string): HTMLInputElement {
    const radio = document.createElement('input');
    Object.assign(radio, { type: 'radio', name: 'brand', value: brand, checked: brand === chosen });
    radio.dataset.brand = brand;
    radio.title = brandName(brand);
    radio.setAttribute('aria-label', brandName(brand));
    radio.addEventListener('change', () => {
      chosen = brand;
      onChoice();
    });
    return radio;
  }

  return {
    offer(next) {
      if (next.join() === brands.join()) return;
      brands = next;
      chosen = defaultBrand(brands, rules);
      const isChoice = brands.length > 1;
      group.replaceChildren(...(isChoice ? brands.map(radioOf) : []));
      group.hidden = !isChoice;
      // The digits end before the marks.
      group.parentElement?.setAttribute('data-brands', String(isChoice ? brands.length : 0));
    },
    chosen: () => chosen,
    offered: () => brands,
    setDisabled(isDisabled) {
      for (const radio of group.querySelectorAll('input')) radio.disabled = isDisabled;
    },
  };
}
