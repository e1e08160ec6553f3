import config from '../../../eslint.config.mjs';

const types = {
  projectService: false,
  project: 'tsconfig.json',
  tsconfigRootDir: import.meta.dirname,
  // Without it the file is read from the disk.
  disallowAutomaticSingleRunInference: true,
};

/** Our rules, with the types of one file instead of all. */
export default [...config, { languageOptions: { parserOptions: types } }];
