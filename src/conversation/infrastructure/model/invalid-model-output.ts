/** The message quotes nothing, since the model's response may be personal. */
export class InvalidModelOutput extends Error {
  override readonly name = 'InvalidModelOutput';
}
