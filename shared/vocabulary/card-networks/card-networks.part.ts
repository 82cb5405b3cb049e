// The table of networks in a part of its own, loaded only by functions and requests that have a
// card number.
export {
  brandOfNumber,
  cardNetworkOf,
  isKnownStart,
  networkOf,
  networkOfBrand,
} from './card-networks.ts';
