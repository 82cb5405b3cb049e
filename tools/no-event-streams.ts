// Stands in for the AWS SDK's event streams when functions are bundled. The clients carry them for
// operations such as S3's SelectObjectContent, of which we make none.

export const eventStreamSerdeProvider = () => undefined;

export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;

export class EventStreamSerde {
  constructor() {
    throw new Error('Functions are bundled without event streams.');
  }
}
