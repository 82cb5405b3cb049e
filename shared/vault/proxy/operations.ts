import type { VaultOperation } from '../http/vault-operation.ts';
import {
  captureCards,
  createProfile,
  deleteProfile,
  listProfiles,
  retrieveProfile,
  updateProfile,
} from './capture/capture-operations.ts';
import {
  createDestination,
  deleteDestination,
  listDestinations,
  sendCard,
} from './send/send-operations.ts';

/**
 * The routes of the proxies. They are in two files, so that functions that send cards do not bundle
 * the parsers of messages.
 */
export const proxyOperations: readonly VaultOperation[] = [
  sendCard,
  captureCards,
  listDestinations,
  createDestination,
  deleteDestination,
  listProfiles,
  createProfile,
  retrieveProfile,
  updateProfile,
  deleteProfile,
];
