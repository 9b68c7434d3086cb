// Written by scripts/api-types.mjs from the server's description of its API: `npm run types:api`.

/** Something that happened to an account. */
export type AccountEventResponse = {
  at: string;
  /** The owner's browser, in words; empty where it is unknown. */
  browser: string;
  by: "owner" | "command" | null;
  event:
    | "created"
    | "removed"
    | "profile changed"
    | "password printed"
    | "password changed"
    | "sign-in ended"
    | "other sign-ins ended"
    | "second factor on"
    | "second factor off"
    | "recovery code used"
    | "recovery codes made"
    | "second factor refused";
  id: number;
};
/** What happened to an account. */
export type AccountEventsResponse = {
  /** Whether more happened before. */
  more: boolean;
  /** The newest first. */
  results: AccountEventResponse[];
};
/** An account, as its owner sees it. */
export type AccountResponse = {
  email: string;
  first_name: string;
  last_name: string;
  /** Whether that has come. */
  password_due: boolean;
  /** When the password that the command printed opens nothing but the account any more; null for one that its owner chose. */
  password_due_at: string | null;
  /** How many recovery codes of it are left. */
  recovery_codes_left: number;
  /** Since when signing in asks for a second factor; null where it does not. */
  second_factor_at: string | null;
  username: string;
};
/** An action on a record. */
export type ActionForm = {
  action: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
  text?: string | null;
  /** With `assign`: the username of the assignee, or null for nobody. */
  to?: string | null;
  /** The last known version of the record; only a note may omit it. */
  version?: number | null;
};
export type ApplicationForm = {
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  cover_letter: string;
  /** Also judged by its name and its content. */
  cv: string;
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  email: string;
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  full_name: string;
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  job_title: string;
};
/** An application as the dashboard reads it. */
export type ApplicationResponse = {
  cover_letter: string;
  created_at: string;
  /** A link to the file, which works for some minutes. Its path ends in the file's name. */
  cv_upload: string;
  email: string;
  full_name: string;
  id: number;
  job_title: string;
  slug: string;
  submitted_at: string;
};
/** An action on several records. */
export type BulkActionForm = {
  action: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
  /** The records, each once. */
  records: BulkRecord[];
  /** With `assign`: the username of the assignee, or null for nobody. */
  to?: string | null;
};
/** A record of an action on several. */
export type BulkRecord = {
  slug: string;
  /** The last known version of the record. */
  version: number;
};
/** The results of an action on several records. */
export type BulkResponse_DetailResponse_ApplicationResponse = {
  /** In the order of the request. */
  results: BulkResult_DetailResponse_ApplicationResponse[];
};
/** The results of an action on several records. */
export type BulkResponse_DetailResponse_ConsultationResponse = {
  /** In the order of the request. */
  results: BulkResult_DetailResponse_ConsultationResponse[];
};
/** What happened to one record. */
export type BulkResult_DetailResponse_ApplicationResponse = {
  /** Why the action failed. */
  message?: string;
  /** The record as it is now, with 200 and with a conflict of versions. */
  record?: DetailResponse_ApplicationResponse;
  slug: string;
  /** The status that the action on this record alone would have had: 200, 404, 409 or 422. */
  status: number;
};
/** What happened to one record. */
export type BulkResult_DetailResponse_ConsultationResponse = {
  /** Why the action failed. */
  message?: string;
  /** The record as it is now, with 200 and with a conflict of versions. */
  record?: DetailResponse_ConsultationResponse;
  slug: string;
  /** The status that the action on this record alone would have had: 200, 404, 409 or 422. */
  status: number;
};
/** The second factor is asked. */
export type ChallengeResponse = {
  /** Is sent with the code, within five minutes. */
  challenge: string;
};
/** An error that a page caught. */
export type ClientErrorForm = {
  /** The error's message. Quoted values, addresses and long words are cut before it is logged. */
  message: string;
  /** The path of the page. It is logged as the page of the site that answers there. */
  path?: string;
  /** Where it was thrown. File names, lines and columns of the site's own scripts are logged. */
  stack?: string;
  /** The build of the page. */
  version?: string;
};
/** A first code of a secret, by which it becomes the second factor. */
export type ConfirmParams = {
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  code: string;
  current_password: string;
  /** Whether all other sessions of the account end, which were begun without the second factor. */
  end_others?: boolean;
  /** What the set-up was answered with. */
  setup: string;
};
export type ConflictResponse_DetailResponse_ApplicationResponse = {
  message: string;
  record?: DetailResponse_ApplicationResponse;
};
export type ConflictResponse_DetailResponse_ConsultationResponse = {
  message: string;
  record?: DetailResponse_ConsultationResponse;
};
/** A consultation as the dashboard reads it. */
export type ConsultationResponse = {
  created_at: string;
  email: string;
  full_name: string;
  id: number;
  message: string;
  referral: string | null;
  slug: string;
  submitted_at: string;
};
export type ContactForm = {
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  email: string;
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  full_name: string;
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  message: string;
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  referral?: string | null;
};
/** The answer to a stored form, the same for every repeat. */
export type CreatedResponse = { slug: string; submitted_at: string };
export type DetailResponse_ApplicationResponse = WorkedResponse_ApplicationResponse &
  HistoryResponse &
  OthersResponse &
  RetentionResponse &
  SpamResponse &
  UndoFieldResponse;
export type DetailResponse_ConsultationResponse = WorkedResponse_ConsultationResponse &
  HistoryResponse &
  OthersResponse &
  RetentionResponse &
  SpamResponse &
  UndoFieldResponse;
/** A sign-in that is to end, and the password of whoever ends it. */
export type EndParams = { current_password: string; id: string };
/** The one shape of errors. */
export type ErrorResponse = {
  /** With 422: every refused field and its sentence, in the form's order. */
  errors?: Record<string, string>;
  /** What went wrong, in one sentence. */
  message: string;
};
/** An action on a record. */
export type EventResponse = {
  action: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
  at: string;
  /** The name of the account at that time; null for the server itself. */
  by: string | null;
  /** The state before; with `assign`, and with `undo` of it, the assignee before. */
  from: string | null;
  /** The note. */
  text: string | null;
  /** The state after; with `assign`, and with `undo` of it, the assignee after. */
  to: string | null;
  undone?: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
};
/** Where a file can be had. */
export type ExportResponse = {
  /** A link that begins a download within a minute, for as long as the sign-in lives. It needs no token. */
  url: string;
};
/** The history of a record, 200 events at a time. */
export type HistoryResponse = {
  /** The last events, oldest first. */
  history: EventResponse[];
  /** With older events: the value of `before` that reads them. */
  history_before?: number;
};
export type InboxResponse = {
  applications: { done: number; new: number; open: number; spam: number };
  consultations: { done: number; new: number; open: number; spam: number };
  failing_tasks: string[];
  /** What became of the mails. */
  mail: {
    /** What the mail server said to the last of them. */
    answer?: string;
    /** How many that tell of a record could not be sent. */
    failed: number;
  };
  /** What became of the records whose time is over. */
  retention: {
    /** How many records are past their retention period and wait for `agency-server sweep --yes`. */
    waiting: number;
  };
};
/** A page of a list. */
export type ListResponse_WorkedResponse_ApplicationResponse = {
  /** Whether every record can be searched; false while older ones are being indexed. */
  complete: boolean;
  /** How many records the list has; of a search with more than 10,000 hits, 10,000. */
  count: number;
  /** Whether there are more records than `count`. */
  more: boolean;
  /** The records of the page. */
  results: WorkedResponse_ApplicationResponse[];
};
/** A page of a list. */
export type ListResponse_WorkedResponse_ConsultationResponse = {
  /** Whether every record can be searched; false while older ones are being indexed. */
  complete: boolean;
  /** How many records the list has; of a search with more than 10,000 hits, 10,000. */
  count: number;
  /** Whether there are more records than `count`. */
  more: boolean;
  /** The records of the page. */
  results: WorkedResponse_ConsultationResponse[];
};
export type LoginForm = {
  password: string;
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  username: string;
};
/** What the right password gives. */
export type LoginResponse = TokenResponse | ChallengeResponse;
/** The records next to one. */
export type NeighboursResponse = {
  /** The slug of the one after it; null where it is the last. */
  next: string | null;
  /** The slug of the one before it; null where it is the first. */
  previous: string | null;
};
/** Another record from the same address. */
export type OtherResponse = {
  kind: "consultations" | "applications";
  slug: string;
  submitted_at: string;
};
/** Other records from the same address. */
export type OthersResponse = {
  /** The newest first. */
  others: OtherResponse[];
};
export type PasswordForm = {
  current_password: string;
  /** Also judged by a rule that JSON Schema cannot express. */
  new_password: string;
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. */
  username: string;
};
/** An account that records can be assigned to. */
export type PersonResponse = {
  /** The name on the screen. */
  name: string;
  username: string;
};
/** That address as a QR code. */
export type QrResponse = {
  /** Its dark modules as the path of an SVG. */
  path: string;
  /** How many modules it is wide and high, without its quiet zone of four on each side. */
  side: number;
};
/** Recovery codes, this one time. */
export type RecoveryCodesResponse = { recovery_codes: string[] };
/** A refresh token in a request. */
export type RefreshParams = { refresh: string };
/** Until when a record is kept. */
export type RetentionResponse = {
  /** When the record is deleted with everything that belongs to it, by the settings and its current state; null when it is kept forever. A time in the past means one of the next sweeps. */
  delete_at: string | null;
};
export type SecondFactorChangeForm = {
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. Also judged by a rule that JSON Schema cannot express. */
  code: string;
  current_password: string;
};
export type SecondFactorForm = {
  challenge: string;
  /** Lengths are those of the text as sent. It is judged with each line end as one character and without white space at both ends, so a longer text may be accepted and one with CRLF may be too short. Also judged by a rule that JSON Schema cannot express. */
  code: string;
};
/** A secret, as its owner gives it to an app. */
export type SetupResponse = {
  qr: QrResponse;
  /** The secret in base32, in groups of four. */
  secret: string;
  /** Is sent back with the secret's first code. */
  setup: string;
  /** The secret as an address that apps open. */
  uri: string;
};
export type SignInEndForm = { current_password: string };
/** A sign-in, as its owner sees it. */
export type SignInResponse = {
  /** When the password was given. */
  begun_at: string;
  /** The browser that signed in, in words; empty where it is unknown. */
  browser: string;
  /** Whether it is the one that asks. */
  current: boolean;
  /** What it is ended by. */
  id: string;
  /** When it was last refreshed. */
  refreshed_at: string;
};
/** The sign-ins of an account. */
export type SignInsResponse = { results: SignInResponse[] };
/** A reason for which a record began as spam. */
export type SpamReasonResponse = {
  reason: "honeypot" | "name_link" | "links" | "mixed_scripts" | "same_text";
  /** The reason in words. */
  sentence: string;
};
/** Why a record began as spam. */
export type SpamResponse = {
  /** None where it did not. They stay when somebody says that it is none. */
  spam_reasons: SpamReasonResponse[];
};
/** What a sign-in or a refresh gives. */
export type TokenResponse = { access: string; refresh: string };
/** What the admin who asks can undo now, of a record. */
export type UndoFieldResponse = { undo: UndoResponse | null };
/** What the admin who asks can undo now. */
export type UndoResponse = {
  action: "start" | "finish" | "reopen" | "spam" | "not_spam" | "assign" | "note" | "undo";
  assigned_to: PersonResponse | null;
  state: "new" | "open" | "done" | "spam";
  /** When the action can no longer be undone. */
  until: string;
};
/** Who an admin is, as the dashboard shows it. */
export type UserInfo = { email: string; first_name: string; last_name: string; username: string };
/** How the work on a record stands. */
export type WorkResponse = {
  assigned_to: PersonResponse | null;
  state: "new" | "open" | "done" | "spam";
  /** One more with every action. */
  version: number;
};
export type WorkedResponse_ApplicationResponse = ApplicationResponse & WorkResponse;
export type WorkedResponse_ConsultationResponse = ConsultationResponse & WorkResponse;
/** The success response of each call. */
export type Answers = {
  "GET /api/account/": AccountResponse;
  "GET /api/account/events/": AccountEventsResponse;
  "POST /api/account/password/": undefined;
  "POST /api/account/second-factor/": SetupResponse;
  "POST /api/account/second-factor/confirm/": RecoveryCodesResponse;
  "POST /api/account/second-factor/off/": undefined;
  "POST /api/account/second-factor/recovery-codes/": RecoveryCodesResponse;
  "GET /api/account/sign-ins/": SignInsResponse;
  "POST /api/account/sign-ins/end-others/": undefined;
  "POST /api/account/sign-ins/end/": undefined;
  "GET /api/admins/": PersonResponse[];
  "GET /api/applications": ListResponse_WorkedResponse_ApplicationResponse;
  "POST /api/applications/actions/": BulkResponse_DetailResponse_ApplicationResponse;
  "POST /api/applications/create/": CreatedResponse;
  "GET /api/applications/export.csv": undefined;
  "POST /api/applications/export/": ExportResponse;
  "GET /api/applications/{key}": DetailResponse_ApplicationResponse;
  "POST /api/applications/{key}/actions/": DetailResponse_ApplicationResponse;
  "GET /api/applications/{key}/history": HistoryResponse;
  "GET /api/applications/{key}/neighbours": NeighboursResponse;
  "GET /api/applications/{slug}/cv/{file_name}": undefined;
  "POST /api/client-errors/": undefined;
  "GET /api/consultations": ListResponse_WorkedResponse_ConsultationResponse;
  "POST /api/consultations/actions/": BulkResponse_DetailResponse_ConsultationResponse;
  "POST /api/consultations/create/": CreatedResponse;
  "GET /api/consultations/export.csv": undefined;
  "POST /api/consultations/export/": ExportResponse;
  "GET /api/consultations/{key}": DetailResponse_ConsultationResponse;
  "POST /api/consultations/{key}/actions/": DetailResponse_ConsultationResponse;
  "GET /api/consultations/{key}/history": HistoryResponse;
  "GET /api/consultations/{key}/neighbours": NeighboursResponse;
  "GET /api/inbox/": InboxResponse;
  "POST /api/token/": LoginResponse;
  "POST /api/token/refresh/": TokenResponse;
  "POST /api/token/revoke/": undefined;
  "POST /api/token/second-factor/": TokenResponse;
  "GET /api/userinfo/": UserInfo;
};
