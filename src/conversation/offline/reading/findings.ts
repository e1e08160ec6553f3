import type { Disposition, FollowUp, Meeting } from '../../domain/talk-analyst';
import { dispositionOf } from './disposition-rules';
import type { TalkFacts } from './talk-facts';

export interface Findings {
  readonly disposition: Disposition;
  readonly leadRating: number | null;
  readonly callbackRequested: boolean;
  readonly callbackTimeText: string | null;
  readonly followUp: FollowUp;
  readonly meeting: Meeting | null;
  readonly optedOut: boolean;
  readonly wantedPerson: boolean;
  readonly metPerson: boolean;
}

export function findingsOf(facts: TalkFacts): Findings {
  const disposition = dispositionOf(facts);
  const { callback, meeting, optedOut, wantedPerson, metPerson } = facts;
  return {
    disposition,
    leadRating: ratingOf(disposition, facts),
    callbackRequested:
      disposition === 'Callback' ||
      (callback.requested && (disposition === 'Interested' || disposition === 'Likely_Interested')),
    callbackTimeText:
      disposition === 'Do_Not_Call' || disposition === 'Wrong_Number' || disposition === 'Voicemail'
        ? null
        : callback.timeText,
    followUp: FOLLOW_UP[disposition],
    meeting: disposition === 'Voicemail' ? null : meeting,
    optedOut,
    wantedPerson,
    metPerson,
  };
}

const FOLLOW_UP: Readonly<Record<Disposition, FollowUp>> = {
  Interested: 'CALL',
  Likely_Interested: 'CALL',
  Callback: 'CALL_LATER',
  Not_Interested: 'SKIP',
  Requirement_Not_Clear: 'CALL_LATER',
  Wrong_Number: 'SKIP',
  Voicemail: 'CALL_LATER',
  Do_Not_Call: 'SKIP',
  Incomplete: 'CALL_LATER',
};

function ratingOf(disposition: Disposition, facts: TalkFacts): number | null {
  const { posed, answered } = facts;
  switch (disposition) {
    case 'Interested': {
      const all = posed > 0 && answered >= posed ? 1 : 0;
      return Math.min(10, 7 + all + (facts.interest === 'said' ? 1 : 0) + (facts.meeting?.requested ? 1 : 0));
    }
    case 'Likely_Interested':
      return facts.interest === 'said' || (posed > 0 && answered >= posed) ? 6 : 5;
    case 'Callback':
      return facts.interest === 'said' ? 6 : 5;
    case 'Requirement_Not_Clear':
      return 4;
    case 'Not_Interested':
      return 2;
    case 'Wrong_Number':
    case 'Do_Not_Call':
      return 1;
    default:
      return null;
  }
}
