/**
 * The import rules of docs/ARCHITECTURE.md. `test/project/architecture.spec.ts` seeds a violation of each and
 * expects it to be caught: a rule without a seed fails there.
 */
const CONTEXTS = [
  'accounts',
  'auth',
  'agents',
  'calls',
  'batches',
  'human-calls',
  'counsellors',
  'credits',
  'webhooks',
  'trunks',
  'voice',
  'carriers',
  'conversation',
  'calling',
  'media',
  'sip',
  'speech',
  'tools',
  'sign-in',
  'console',
  'live',
  'mcp',
];

/** Who may ask whom, through its front door. The command line may ask anybody; so may what assembles the service. */
const MAP = {
  accounts: [],
  credits: [],
  conversation: [],
  media: [],
  sip: [],
  speech: [],
  tools: ['accounts', 'conversation'],
  auth: ['accounts'],
  voice: ['conversation', 'media', 'speech'],
  trunks: ['sip'],
  carriers: ['conversation', 'media', 'sip', 'speech', 'trunks', 'voice'],
  agents: ['accounts', 'conversation', 'tools', 'trunks'],
  'sign-in': ['accounts'],
  counsellors: ['accounts', 'carriers', 'sign-in'],
  calling: ['accounts', 'credits', 'carriers', 'trunks'],
  calls: [
    'accounts',
    'agents',
    'calling',
    'credits',
    'carriers',
    'trunks',
    'conversation',
    'speech',
    'tools',
  ],
  batches: ['calls', 'agents'],
  'human-calls': [
    'accounts',
    'calling',
    'counsellors',
    'credits',
    'carriers',
    'trunks',
    'conversation',
    'speech',
  ],
  webhooks: ['calls', 'human-calls'],
  console: [
    'accounts',
    'agents',
    'auth',
    'batches',
    'calls',
    'conversation',
    'counsellors',
    'credits',
    'human-calls',
    'sign-in',
    'webhooks',
  ],
  mcp: [],
  live: [
    'accounts',
    'agents',
    'calls',
    'carriers',
    'console',
    'conversation',
    'human-calls',
    'media',
    'sign-in',
    'speech',
    'tools',
    'trunks',
    'voice',
  ],
};

const SPEC = '\\.spec\\.ts$';
/** A folder for each cloud carrier, beside those that all of them share. */
const ADAPTER = '^src/carriers/infrastructure/cloud/(?!bridge/|gateway/|transfer/)([^/]+)/';
/** What loads the packages of MCP. */
const MCP_PACKAGES =
  '^src/(mcp/(stdio|application/mcp-(handler|server))|tools/infrastructure/mcp/protocol-client)\\.ts$';
/** What reads the variables of engines of speech. */
const ENGINE_CONFIG = '^src/platform/config/config-speech(-servers)?\\.ts$';
const any = (names) => (names.length > 0 ? `(${names.join('|')})` : '(?!)');

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Nothing imports itself, however far around; types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment:
        'A domain imports its own domain and both kernels: no package, no node module, no other context.',
      severity: 'error',
      from: { path: '^src/([^/]+)/domain/', pathNot: SPEC },
      to: { pathNot: ['^src/$1/domain/', '^src/(platform/kernel|shared-kernel)/'] },
    },
    {
      name: 'kernel-is-pure',
      comment: 'The kernel imports itself and the Temporal polyfill that it wraps.',
      severity: 'error',
      from: { path: '^src/platform/kernel/', pathNot: SPEC },
      to: { pathNot: ['^src/platform/kernel/', 'node_modules/temporal-polyfill/'] },
    },
    {
      name: 'shared-kernel-is-pure',
      comment: 'What several domains name: types and tables, no services.',
      severity: 'error',
      from: { path: '^src/shared-kernel/', pathNot: SPEC },
      to: { pathNot: ['^src/shared-kernel/', '^src/platform/kernel/'] },
    },
    {
      name: 'offline-is-pure',
      comment:
        'The offline engine is rules and phrases: it imports the ports that it implements and the kernel.',
      severity: 'error',
      from: { path: '^src/conversation/offline/', pathNot: SPEC },
      to: { pathNot: ['^src/conversation/(offline|domain)/', '^src/(platform/kernel|shared-kernel)/'] },
    },
    {
      name: 'reading-and-dialogue-share-the-lexicon',
      comment: 'Neither half of the offline engine imports the other: what both need is in the lexicon.',
      severity: 'error',
      from: { path: '^src/conversation/offline/(reading|dialogue)/', pathNot: SPEC },
      to: { path: '^src/conversation/offline/(reading|dialogue)/', pathNot: '^src/conversation/offline/$1/' },
    },
    {
      name: 'lexicon-stands-alone',
      comment: 'The lexicon knows neither the analyst nor the dialogue that use it.',
      severity: 'error',
      from: { path: '^src/conversation/offline/lexicon/', pathNot: SPEC },
      to: { path: '^src/conversation/offline/(reading|dialogue)/' },
    },
    {
      name: 'platform-knows-no-context',
      comment: 'The platform serves all contexts and knows none.',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: ENGINE_CONFIG },
      to: { path: '^src/', pathNot: '^src/platform/' },
    },
    {
      name: 'configuration-reads-engine-tables',
      comment:
        'A voice engine names its variables in the catalogue: their configuration imports that table alone.',
      severity: 'error',
      from: { path: ENGINE_CONFIG },
      to: {
        path: '^src/',
        pathNot: ['^src/platform/', '^src/shared-kernel/(voice-engines|server-variables)\\.ts$'],
      },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A migration that has run must not follow what is changed in the sources later.',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/' },
    },
    {
      name: 'http-does-not-reach-the-database',
      comment: 'http → application → domain ← infrastructure.',
      severity: 'error',
      from: { path: '^src/([^/]+)/http/' },
      to: { path: '^src/$1/infrastructure/' },
    },
    {
      name: 'only-modules-import-http',
      comment: 'Controllers are wired by their module and used by nobody.',
      severity: 'error',
      from: {
        path: '^src/([^/]+)/',
        pathNot: ['^src/platform/', '^src/[^/]+/http/', '\\.module\\.ts$', SPEC],
      },
      to: { path: `^src/${any(CONTEXTS)}/http/` },
    },
    {
      name: 'infrastructure-below-application',
      comment:
        'Repositories and adapters serve the application; processors, which call it, are the one exception.',
      severity: 'error',
      from: { path: '^src/([^/]+)/infrastructure/', pathNot: ['\\.processor\\.ts$', SPEC] },
      to: { path: '^src/$1/application/' },
    },
    {
      name: 'networks-share-only-shared',
      comment:
        'SIP, cloud carriers and the simulator import what they share and the recordings, never each other.',
      severity: 'error',
      from: { path: '^src/carriers/infrastructure/([^/]+)/', pathNot: SPEC },
      to: {
        path: '^src/carriers/infrastructure/',
        pathNot: '^src/carriers/infrastructure/($1|shared|recordings)/',
      },
    },
    {
      name: 'cloud-adapters-stand-alone',
      comment: 'The adapter of a cloud carrier imports what all of them share, never another adapter.',
      severity: 'error',
      from: { path: ADAPTER, pathNot: SPEC },
      to: {
        path: ADAPTER,
        pathNot: '^src/carriers/infrastructure/cloud/$1/',
      },
    },
    {
      name: 'no-disk-in-the-media-thread',
      comment: 'A disk that hangs must hold up no audio: recordings are written by the main thread.',
      severity: 'error',
      from: { path: '^src/media/(domain|infrastructure)/', pathNot: SPEC },
      to: { path: '^(node:)?fs(/|$)' },
    },
    {
      name: 'sip-and-media-stand-alone',
      comment:
        'Each could be a package of its own: of the service it may use the kernel at the most, and no framework.',
      severity: 'error',
      from: { path: '^src/(sip|media)/', pathNot: SPEC },
      to: { path: ['^src/platform/', 'node_modules/'], pathNot: '^src/platform/kernel/' },
    },
    {
      name: 'mcp-loads-when-used',
      comment:
        'A service that uses MCP neither way starts without its packages: they are imported when asked.',
      severity: 'error',
      from: { path: '^src/', pathNot: [MCP_PACKAGES, SPEC] },
      to: {
        path: [MCP_PACKAGES, 'node_modules/@modelcontextprotocol/'],
        dynamic: false,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    ...CONTEXTS.map((context) => ({
      name: `front-door-of-${context}`,
      comment:
        'Another context only through its index.ts; commands also load the tests of trunks, without a carrier, and names for help, without a service.',
      severity: 'error',
      from: { path: '^src/', pathNot: [`^src/${context}/`, '^src/app\\.module\\.ts$', SPEC] },
      to: { path: `^src/${context}/`, pathNot: `^src/${context}/(index|names|trunk-tests\\.module)\\.ts$` },
    })),
    {
      name: 'the-assembly-wires-modules',
      comment: 'app.module.ts may also import the modules of a process, which no front door shows.',
      severity: 'error',
      from: { path: '^src/app\\.module\\.ts$' },
      to: {
        path: `^src/${any(CONTEXTS)}/`,
        pathNot: ['/index\\.ts$', '^src/[^/]+/[^/]+-process\\.module\\.ts$'],
      },
    },
    ...CONTEXTS.map((context) => ({
      name: `map-of-${context}`,
      comment: `${context} may ask: ${MAP[context].join(', ') || 'nobody'}.`,
      severity: 'error',
      from: { path: `^src/${context}/`, pathNot: SPEC },
      to: {
        path: `^src/${any(CONTEXTS)}/`,
        pathNot: [`^src/${context}/`, ...(MAP[context].length > 0 ? [`^src/${any(MAP[context])}/`] : [])],
      },
    })),
    {
      name: 'only-the-assembly-imports-the-assembly',
      comment: 'main.ts, app.module.ts and bootstrap/ put the service together; nobody else imports them.',
      severity: 'error',
      from: { path: '^src/(?!bootstrap/)[^/]+/' },
      to: { path: ['^src/[^/]+\\.ts$', '^src/bootstrap/'] },
    },
    {
      name: 'http-knows-no-openapi',
      comment: 'The document describes what serves requests, which runs without it.',
      severity: 'error',
      from: { path: '^src/platform/http/' },
      to: { path: '^src/platform/openapi/' },
    },
    {
      name: 'the-page-stands-alone',
      comment: 'The page knows the service by its documented API: it imports none of its files.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(src|migrations|scripts|tools|test)/' },
    },
    {
      name: 'nobody-imports-the-page',
      comment: 'The page is built, not imported.',
      severity: 'error',
      from: { path: '^(src|migrations|scripts|tools)/' },
      to: { path: '^web/' },
    },
    {
      name: 'pages-share-nothing',
      comment: 'What two pages need is a component, or part of the layout.',
      severity: 'error',
      from: { path: '^web/src/pages/([^/]+)/' },
      to: { path: '^web/src/pages/', pathNot: '^web/src/pages/$1/' },
    },
    {
      name: 'components-are-below-the-layout',
      comment:
        'Components know the messages, the library and the types of the API; not the layout, pages or requests.',
      severity: 'error',
      from: { path: '^web/src/components/' },
      to: {
        path: [
          '^web/src/(pages|layout)/',
          '^web/src/[^/]+\\.tsx$',
          '^web/src/api/(?!error\\.ts|types\\.ts|.*\\.gen\\.ts)',
        ],
      },
    },
    {
      name: 'live-audio-shows-nothing',
      comment: 'It connects microphone, loudspeaker and service; pages show what it is doing.',
      severity: 'error',
      from: { path: '^web/src/live/' },
      to: { path: '^web/src/(pages|layout|components|messages)/' },
    },
    {
      name: 'only-routes-import-pages',
      comment: 'The map of addresses opens pages; nothing else knows them.',
      severity: 'error',
      from: { path: '^web/src/(?!pages/)', pathNot: '^web/src/routes\\.tsx$' },
      to: { path: '^web/src/pages/' },
    },
    {
      name: 'the-library-of-the-page-is-pure',
      comment: 'It imports itself, and what reads files.',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: SPEC },
      to: { pathNot: ['^web/src/lib/', 'node_modules/(papaparse|read-excel-file|fflate|@types/papaparse)/'] },
    },
    {
      name: 'scripts-import-no-tool',
      comment: 'The scripts build and start the service; tools use them.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^tools/' },
    },
    {
      name: 'tools-share-only-their-lib',
      comment: 'A tool imports itself and tools/lib, which imports no tool.',
      severity: 'error',
      from: { path: '^tools/([^/]+)/' },
      to: { path: '^tools/', pathNot: ['^tools/$1/', '^tools/lib/'] },
    },
    {
      name: 'tools-know-the-build-only',
      comment:
        'Tools look at the service from outside: they load what was built, never a source. They share fakes with tests.',
      severity: 'error',
      from: { path: '^(scripts|tools)/' },
      to: { path: '^(src|migrations|test)/', pathNot: '^test/fakes/' },
    },
    {
      name: 'fakes-stand-alone',
      comment: 'A fake is written from the documentation of a carrier: it shares no code with the service.',
      severity: 'error',
      from: { path: '^test/fakes/' },
      to: { path: '^(src|migrations|scripts|tools|test)/', pathNot: '^test/fakes/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|web/dist[^/]*)/' },
  },
};
