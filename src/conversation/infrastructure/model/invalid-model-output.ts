/** The model answered, and its answer is of no use. The message names what is wrong and repeats nothing of it. */
export class InvalidModelOutput extends Error {
  override readonly name = 'InvalidModelOutput';
}
