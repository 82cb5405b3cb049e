// Replaces the AWS SDK's event streams in bundles. The clients contain them for operations such as
// S3's SelectObjectContent, which we never call.

export const eventStreamSerdeProvider = () => undefined;

export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;

export class EventStreamSerde {
  constructor() {
    throw new Error('Functions are bundled without event streams.');
  }
}

/** The signer makes one for messages of event streams. */
export class HeaderFormatter {}
