// The table of networks, for functions: few names and few requests have a card's number in them.
export {
  brandOfNumber,
  cardNetworkOf,
  networkOf,
  networkOfBrand,
} from './card-networks.ts';
