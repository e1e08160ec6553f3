export { WebhooksModule } from './webhooks.module';
export { WebhooksWorkerModule } from './webhooks-worker.module';
