import { ownMember } from '#platform/own-member.ts';
import type { CheckoutData } from '../checkout-data.ts';
import { markName } from '../mark-name.ts';
import { networkName } from '../network-name.ts';
import { shownNetworks } from '../shown-networks.ts';

interface MarkProps {
  readonly data: CheckoutData;
  readonly name: string;
  /** Empty beside a text that says the same. */
  readonly alt: string;
}

/** A mark of the page's data; nothing where the page has no such mark. */
export function Mark({ data: { marks }, name, alt }: MarkProps) {
  const svg = ownMember(marks, name);
  if (svg === undefined) return null;
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return <img class="mark" src={src} alt={alt} width={40} height={24} />;
}

/** The mark of a card network, else that of any card. */
export function NetworkMark({ data, network }: { data: CheckoutData; network: string }) {
  const name = markName(network);
  const isDrawn = ownMember(data.marks, name) !== undefined;
  return <Mark data={data} name={isDrawn ? name : 'anycard'} alt="" />;
}

interface NetworksProps {
  readonly data: CheckoutData;
  readonly networks: readonly string[];
  readonly id: string;
}

/**
 * The accepted networks of cards. The names describe the radio button, which refers to them by the
 * id, and are no part of its label.
 */
export function Networks({ data, networks, id }: NetworksProps) {
  const { shown, more } = shownNetworks(networks, data.marks);
  return (
    <span class="marks" id={id} aria-hidden="true">
      {shown.map((one) => (
        <Mark key={one} data={data} name={markName(one)} alt={networkName(one)} />
      ))}
      {more > 0 && <bdi class="quiet">+{more}</bdi>}
    </span>
  );
}
