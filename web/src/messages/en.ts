import { agent } from './en/agent';
import { agents } from './en/agents';
import { attempts, tryAgain } from './en/attempts';
import { batch, batches } from './en/batches';
import { call } from './en/call';
import { calls, newCall } from './en/calls';
import { common } from './en/common';
import { home } from './en/home';
import { humanCalls } from './en/human-calls';
import { keys, secrets } from './en/keys';
import { counsellors, numbers } from './en/people';
import { credits, doNotCall } from './en/lists';
import { members, profile, settings } from './en/settings';
import { forgot, link, setup, signIn } from './en/sign-in';
import { trialPhone } from './en/trial-phone';
import { upload } from './en/upload';
import { delivery, webhook } from './en/webhook';
import { holds, status } from './en/status';

export const t = {
  common,
  status,
  holds,
  signIn,
  setup,
  link,
  forgot,
  home,
  calls,
  newCall,
  call,
  agents,
  agent,
  attempts,
  tryAgain,
  batches,
  batch,
  trialPhone,
  upload,
  humanCalls,
  doNotCall,
  credits,
  settings,
  members,
  profile,
  webhook,
  delivery,
  keys,
  secrets,
  counsellors,
  numbers,
};
