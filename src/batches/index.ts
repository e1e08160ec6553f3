export { BatchesModule } from './batches.module';
