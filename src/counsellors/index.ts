export { CounsellorEditor } from './application/counsellor-editor';
export { Counsellors } from './application/counsellors.service';
export { WaitingHumanCalls } from './application/waiting-human-calls';
export { CounsellorsModule } from './counsellors.module';
