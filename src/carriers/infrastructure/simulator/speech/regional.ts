import type { Asked, AskedYesNo, SpeechPack, PhraseVariants } from './speech-pack';

/** The few phrases of one of the other nine languages. */
export interface Regional {
  readonly hello: string;
  readonly agrees: PhraseVariants;
  readonly gladly: PhraseVariants;
  readonly yes: PhraseVariants;
  readonly no: PhraseVariants;
  readonly doesNotKnow: string;
  readonly budget: PhraseVariants;
  readonly course: string;
  readonly city: string;
  readonly time: PhraseVariants;
  readonly name: string;
  readonly qualification: string;
  readonly hostel: string;
  readonly open: PhraseVariants;
  readonly callTomorrow: string;
  readonly tomorrow: string;
  readonly neverAgain: string;
  readonly wrongNumber: string;
  readonly wantsPerson: string;
  readonly voicemail: string;
  readonly person: readonly [string, string, string, string];
  readonly towns: PhraseVariants;
}

/** A complete pack from these phrases: other questions get a short statement. */
export function packOf(some: Regional): SpeechPack {
  const [greets, asks, tellsMore, thanks] = some.person;
  return {
    hello: [some.hello],
    agrees: some.agrees,
    agreesGladly: some.gladly,
    tells: tellsOf(some),
    yes: { ...sameFor(some.yes), hostel: [some.hostel], interest: some.gladly },
    no: sameFor(some.no),
    doesNotKnow: [some.doesNotKnow],
    before: [''],
    asksBack: [''],
    agreesToStatement: some.yes,
    didNotHear: [some.hello],
    callTomorrow: [some.callTomorrow],
    tomorrow: [some.tomorrow],
    neverAgain: [some.neverAgain],
    wrongNumber: [some.wrongNumber],
    wantsPerson: [some.wantsPerson],
    voicemail: [some.voicemail],
    meeting: [[greets], [asks], [tellsMore], [thanks]],
    stories: [
      [...some.open, ...some.budget, some.city, ...some.time, ...some.open, some.hostel].join(' '),
      [some.qualification, ...some.open, ...some.time, some.city, ...some.budget].join(' '),
    ],
    towns: some.towns,
    names: ['Rohit', 'Suman', 'Deepak', 'Kiran'],
    courses: ['B.Tech', 'BCA', 'MBA', 'B.Com'],
  };
}

function tellsOf(some: Regional): Record<Asked, PhraseVariants> {
  const short = some.open;
  return {
    callback_time: [some.tomorrow],
    budget: some.budget,
    salary: some.budget,
    marks: ['{p}%'],
    experience: ['{a}'],
    count: ['{a}'],
    time: some.time,
    name: [some.name],
    course: [some.course],
    city: [some.city],
    qualification: [some.qualification],
    decision: short,
    source: short,
    mode: short,
    email: short,
    open: short,
  };
}

function sameFor(answer: PhraseVariants): Record<AskedYesNo, PhraseVariants> {
  return {
    hostel: answer,
    loan: answer,
    visit: answer,
    scholarship: answer,
    interest: answer,
    other: answer,
  };
}
