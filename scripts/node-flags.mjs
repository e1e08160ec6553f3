/** What `npm start` and the image give Node: young objects keep to little memory, which costs no time that can be measured. */
export const NODE_FLAGS = ['--max-semi-space-size=8'];
