/** The model's answer cannot be used. The message says why and quotes nothing of the answer, which may be personal. */
export class InvalidModelOutput extends Error {
  override readonly name = 'InvalidModelOutput';
}
