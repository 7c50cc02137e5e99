// colmeia 0.1: the messages of protocol 1
// Made by `schema --typescript`; not to be changed by hand.

export type ToApp =
  | { "hello": { "protocol": 1; "client"?: string; "claims"?: string[]; "language"?: string } }
  | { "dispatch": Action }
  | { "advance": number }
  | { "echo": unknown }
  | { "answer": { "effect": number; "action": Action } }
  | { "end": number }
  | "bye";

export type FromApp =
  | { "hello": { "protocol": 1; "app": string; "version": string; "origin": string | null; "texts"?: { [key: string]: string } } }
  | { "state": State; "sequence": number }
  | { "patch": Change[]; "sequence": number }
  | { "screen": Screen }
  | { "effect": Effect; "number"?: number }
  | { "cancel": number }
  | { "echo": unknown }
  | { "error": { "message": string; "line"?: number } }
  | "bye";

export type Change =
  | { "op": "add" | "replace"; "path": string; "value": unknown }
  | { "op": "remove"; "path": string };

export type Action =
  | "closeProfile" | "enterChat" | "leaveChat" | "dismissLinkFailure"
  | { "auth": AuthAction }
  | { "feed": FeedAction }
  | { "members": MembersAction }
  | { "events": EventsAction }
  | { "profile": ProfileAction }
  | { "openProfile": number | null }
  | { "chat": ChatAction }
  | { "news": NewsAction }
  | { "shots": ShotsAction }
  | { "album": AlbumAction }
  | { "select": AppTab }
  | { "open": string };

export type AuthAction =
  | "restore" | "submit" | "cancelSignUp" | "signOut" | "sessionExpired" | "retry"
  | { "typed": string }
  | { "restored": Account | null }
  | { "restoreFailed": TokenStoreFailure }
  | { "signedUp": Account }
  | { "signUpFailed": SignUpFailure }
  | { "forgetFailed": TokenStoreFailure };

export type Account = { "email": string };

export type TokenStoreFailure = "damaged" | "denied" | "full" | "inputOutput";

export type SignUpFailure =
  | "emailRefused"
  | { "request": RequestFailure }
  | { "tokenNotStored": TokenStoreFailure };

export type RequestFailure =
  | "offline" | "unreachable" | "timedOut"
  | { "status": number }
  | { "undecodable": { "at": string } }
  | { "tokenUnreadable": TokenStoreFailure };

export type FeedAction =
  | "retry" | "deselect"
  | { "load": Breed }
  | { "open": FeedLink }
  | { "select": string }
  | { "cached": { "_0": Breed; "_1": string[]; "age": number } }
  | { "loaded": [Breed, string[]] }
  | { "failed": [Breed, RequestFailure] }
  | { "picture": FeedPictureAction };

export type Breed = "hound" | "husky" | "pug" | "labrador";

export type FeedLink = {
  "breed": Breed;
  "image"?: string | null;
};

export type FeedPictureAction =
  | "retry"
  | { "progress": { "_0": string; "percent": number } }
  | { "loaded": { "_0": string; "bytes": number } }
  | { "failed": [string, RequestFailure] };

export type MembersAction =
  | "restore" | "submit" | "askFacebook" | "logOut" | "sessionRefused" | "accountCreated" | "facebookRefused" | "loggedOut"
  | { "choose": MemberFormPurpose }
  | { "typed": [MemberFormField, string] }
  | { "typedPassword": string }
  | { "logInWithFacebook": string }
  | { "restored": Member | null }
  | { "restoreFailed": TokenStoreFailure }
  | { "accountFailed": EventbeeFailure }
  | { "loggedIn": Member }
  | { "logInFailed": EventbeeFailure }
  | { "tokenNotStored": TokenStoreFailure }
  | { "logOutFailed": EventbeeFailure }
  | { "forgetFailed": TokenStoreFailure };

export type MemberFormPurpose = "logIn" | "createAccount";

export type MemberFormField = "name" | "email" | "about";

export type Member = {
  "id": number;
  "name": string;
  "email": string;
  "about": string;
};

export type EventbeeFailure =
  | "sessionRefused" | "notEnrolled" | "notPermitted" | "wrongCredentials" | "tooManyAttempts" | "repeatedEmail" | "notProcessed" | "notFound"
  | { "request": RequestFailure };

export type EventsAction =
  | "load" | "loadMine" | "close" | "reload" | "enrol" | "leave" | "choosePerson" | "new" | "edit" | "save" | "discard"
  | { "open": number }
  | { "add": number }
  | { "remove": number }
  | { "typed": [EventFormField, string] }
  | { "permit": string }
  | { "loaded": Event[] }
  | { "loadFailed": EventbeeFailure }
  | { "mine": number[] }
  | { "mineFailed": EventbeeFailure }
  | { "event": Event }
  | { "eventFailed": [number, EventbeeFailure] }
  | { "participants": [number, Person[]] }
  | { "participantsFailed": [number, EventbeeFailure] }
  | { "enrolmentDone": number }
  | { "enrolmentFailed": [number, EventbeeFailure] }
  | { "people": Person[] }
  | { "peopleFailed": EventbeeFailure }
  | { "added": { "_0": number; "to": number } }
  | { "addFailed": { "_0": number; "to": number; "_2": EventbeeFailure } }
  | { "removed": { "_0": number; "from": number } }
  | { "removeFailed": { "_0": number; "from": number; "_2": EventbeeFailure } }
  | { "saved": Event }
  | { "saveFailed": EventbeeFailure };

export type EventFormField = "name" | "about" | "start" | "end";

export type Event = {
  "id": number;
  "name": string;
  "about": string;
  "permission": string;
  "start": number;
  "end": number;
  "organizer"?: number | null;
};

export type Person = {
  "id": number;
  "name": string;
};

export type ProfileAction =
  | "load" | "edit" | "save" | "discard"
  | { "typed": [ProfileFormField, string] }
  | { "choosePhoto": string }
  | { "loaded": ProfileInfo }
  | { "loadFailed": EventbeeFailure }
  | { "photoProgress": number }
  | { "uploadProgress": number }
  | { "photoLoaded": { "bytes": number } }
  | { "photoFailed": PhotoFailure }
  | { "textSaved": ProfileInfo }
  | { "textFailed": EventbeeFailure }
  | { "uploaded": { "key": string } }
  | { "uploadFailed": PhotoFailure }
  | { "linked": ProfileInfo }
  | { "linkFailed": EventbeeFailure };

export type ProfileFormField = "name" | "about";

export type ProfileInfo = {
  "id": number;
  "name": string;
  "about": string;
  "photo"?: string | null;
};

export type PhotoFailure =
  | "unreadable" | "notAnImage"
  | { "tooLarge": { "limit": number } }
  | { "refused": string }
  | { "request": RequestFailure };

export type ChatAction =
  | "send" | "loadOlder" | "retry" | "rejected"
  | { "typed": string }
  | { "show": boolean }
  | { "connected": { "session": string } }
  | { "disconnected": { "willReconnect": boolean } }
  | { "received": ChatMessage }
  | { "left": number }
  | { "caughtUp": { "after": number; "_1": ChatMessage[] } }
  | { "older": { "before": number; "_1": ChatMessage[] } }
  | { "historyFailed": EventbeeFailure };

export type ChatMessage = {
  "id": number;
  "person": Person;
  "text": string;
  "date": number;
  "clientID"?: string | null;
};

export type NewsAction =
  | "restore" | "enter" | "enterAsGuest" | "logOut" | "loadNewspapers" | "loadMoreNewspapers" | "close" | "closeArchive" | "compose" | "publish" | "discard" | "reconnect" | "kept"
  | { "choose": NewspaperFormPurpose }
  | { "typed": [NewsField, string] }
  | { "show": NewsStatePage }
  | { "edit": NewsEditAction }
  | { "toggle": string }
  | { "open": NewsItemKey }
  | { "openArchive": string }
  | { "restored": SavedNews | null }
  | { "restoreFailed": TokenStoreFailure }
  | { "notKept": TokenStoreFailure }
  | { "entered": Newspaper }
  | { "enterFailed": NewspaperFailure }
  | { "newspapers": NewspaperPage }
  | { "newspapersFailed": NewspaperFailure }
  | { "published": NewsItem }
  | { "publishFailed": NewspaperFailure }
  | { "heard": { "_0": NewsStreamEvent; "over": NewsChannel } };

export type NewspaperFormPurpose = "logIn" | "create";

export type NewsField = "name" | "about" | "title" | "body";

export type NewsStatePage = "feed" | "newspapers";

export type NewsEditAction =
  | "begin" | "save" | "remove" | "end" | "removed"
  | { "typed": string }
  | { "read": Newspaper }
  | { "saved": Newspaper }
  | { "failed": NewspaperFailure };

export type Newspaper = {
  "name": string;
  "about": string;
};

export type NewspaperFailure =
  | "notFound"
  | { "serverFailed": number }
  | { "refused": { "_0": number; "says": string } }
  | { "request": RequestFailure };

export type NewsItemKey = {
  "newspaper": string;
  "id": string;
};

export type SavedNews = {
  "newspaper"?: string | null;
  "subscriptions": string[];
  "items": NewsItem[];
  "keys": NewsItemKey[];
  "resume"?: string | null;
};

export type NewsItem = {
  "id": string;
  "newspaper": string;
  "title": string;
  "body": string;
};

export type NewspaperPage = {
  "number": number;
  "newspapers": Newspaper[];
  "unreadable": number;
  "hasMore": boolean;
};

export type NewsStreamEvent =
  | "opened" | "corrupted" | "interrupted"
  | { "item": { "_0": NewsItem; "resume"?: string | null } }
  | { "refused": NewsStreamRefusal };

export type NewsStreamRefusal = "notEvents" | "tooLarge" | "unavailable" | { "status": number };

export type NewsChannel = "feed" | "archive";

export type ShotsAction =
  | "load" | "more" | "retry" | "dismiss" | "reload" | "close"
  | { "open": number }
  | { "loaded": ShotsPage }
  | { "failed": [number, ShotsFailure] }
  | { "shot": [number, Shot, Freshness] }
  | { "shotFailed": [number, ShotsFailure] };

export type ShotsPage = {
  "number": number;
  "shots": Shot[];
  "next"?: number | null;
  "freshness": Freshness;
};

export type Shot = {
  "id"?: number | null;
  "title"?: string | null;
  "description"?: string | null;
  "images": ShotImages;
  "views"?: number | null;
  "likes"?: number | null;
  "comments"?: number | null;
  "author"?: ShotAuthor | null;
};

export type ShotImages = {
  "high"?: string | null;
  "normal"?: string | null;
  "teaser"?: string | null;
};

export type ShotAuthor = {
  "id"?: number | null;
  "name"?: string | null;
  "avatar"?: string | null;
  "location"?: string | null;
};

export type Freshness = "cached" | "fresh";

export type ShotsFailure =
  | "unauthorized"
  | { "jsonMapping": { "at": string } }
  | { "undefined": RequestFailure };

export type AlbumAction =
  | "restore" | "signIn" | "signOut" | "load" | "compose" | "publish" | "discard" | "signedOut"
  | { "typed": [AlbumField, string] }
  | { "typedPassword": string }
  | { "use": AlbumUse }
  | { "restored": AlbumOwner | null }
  | { "restoreFailed": AlbumFailure }
  | { "signedIn": AlbumOwner }
  | { "signInFailed": AlbumFailure }
  | { "signOutFailed": AlbumFailure }
  | { "notice": string | null }
  | { "photos": { "_0": AlbumPhoto[]; "isCopy": boolean } }
  | { "loadFailed": AlbumFailure }
  | { "progress": number }
  | { "published": AlbumPhoto }
  | { "publishFailed": AlbumFailure };

export type AlbumField = "email" | "file" | "caption" | "tags";

export type AlbumUse = "both" | "kept" | "fresh";

export type AlbumOwner = {
  "email": string;
  "name": string;
  "registered": number;
  "pizza"?: string | null;
};

export type AlbumFailure =
  | "sessionEnded" | "wrongCredentials" | "tooManyAttempts" | "unreadable"
  | { "refused": { "says": string } }
  | { "store": TokenStoreFailure }
  | { "request": RequestFailure };

export type AlbumPhoto = {
  "id": number;
  "caption": string;
  "tags": string[];
  "taken": number;
  "address": string;
};

export type AppTab = "feed" | "events" | "news" | "shots" | "album" | "profile";

export type State = {
  "auth": AuthState;
  "feed"?: FeedState | null;
  "members": MembersState;
  "events": EventsState;
  "chat"?: ChatState | null;
  "profile"?: ProfileState | null;
  "news": NewsState;
  "shots": ShotsState;
  "album": AlbumState;
  "tab": AppTab;
  "pendingLink"?: FeedLink | null;
  "linkFailure"?: FeedLinkFailure | null;
};

export type AuthState = {
  "session": Session;
  "form": SignUpForm;
  "storeFailure"?: AuthStoreFailure | null;
};

export type Session = "restoring" | { "signedOut": SignedOutReason | null } | { "signedIn": Account };

export type SignedOutReason = "byUser" | "expired";

export type SignUpForm = {
  "typed": string;
  "isInProgress": boolean;
  "failure"?: SignUpFailure | null;
};

export type AuthStoreFailure =
  | { "couldNotRestore": TokenStoreFailure }
  | { "couldNotForget": TokenStoreFailure };

export type FeedState = {
  "breed": Breed;
  "phase": FeedStatePhase;
  "selection"?: string | null;
  "picture"?: FeedPicture | null;
  "shown": FeedStateShown;
};

export type FeedStatePhase = "idle" | "loading" | { "loaded": string[] } | { "failed": RequestFailure };

export type FeedPicture = {
  "image": string;
  "phase": FeedPicturePhase;
};

export type FeedPicturePhase =
  | { "loading": { "percent"?: number | null } }
  | { "loaded": { "bytes": number } }
  | { "failed": RequestFailure };

export type FeedStateShown = "fresh" | { "cached": { "age": number; "failure"?: RequestFailure | null } };

export type MembersState = {
  "session": Membership;
  "form": MemberForm;
  "isLoggingOut": boolean;
  "logOutFailure"?: EventbeeFailure | null;
  "storeFailure"?: TokenStoreFailure | null;
};

export type Membership = "restoring" | { "signedOut": SignedOutReason | null } | { "signedIn": Member };

export type MemberForm = {
  "purpose": MemberFormPurpose;
  "name": string;
  "email": string;
  "about": string;
  "password": string;
  "progress"?: string | null;
  "failure"?: MemberFormFailure | null;
};

export type MemberFormFailure =
  | "facebook"
  | { "account": EventbeeFailure }
  | { "logInToNewAccount": EventbeeFailure }
  | { "logIn": EventbeeFailure }
  | { "tokenNotStored": TokenStoreFailure };

export type EventsState = {
  "list": LoadedArrayEvent;
  "mine": LoadedArrayInt;
  "detail"?: EventDetail | null;
  "form"?: EventForm | null;
};

export type LoadedArrayEvent = {
  "value"?: Event[] | null;
  "isLoading": boolean;
  "failure"?: EventbeeFailure | null;
};

export type LoadedArrayInt = {
  "value"?: number[] | null;
  "isLoading": boolean;
  "failure"?: EventbeeFailure | null;
};

export type EventDetail = {
  "id": number;
  "event": LoadedEvent;
  "participants": LoadedArrayPerson;
  "wish"?: boolean | null;
  "enrolmentFailure"?: EventbeeFailure | null;
  "people"?: LoadedArrayPerson | null;
  "adding"?: number | null;
  "addingFailure"?: EventbeeFailure | null;
  "removing"?: number | null;
  "removingFailure"?: EventbeeFailure | null;
};

export type LoadedEvent = {
  "value"?: Event | null;
  "isLoading": boolean;
  "failure"?: EventbeeFailure | null;
};

export type LoadedArrayPerson = {
  "value"?: Person[] | null;
  "isLoading": boolean;
  "failure"?: EventbeeFailure | null;
};

export type EventForm = {
  "original"?: Event | null;
  "name": string;
  "about": string;
  "start": TimeField;
  "end": TimeField;
  "permission": string;
  "isSaving": boolean;
  "failure"?: EventbeeFailure | null;
};

export type TimeField = { "known": number } | { "typed": string };

export type ChatState = {
  "event": number;
  "connection": ChatStateConnection;
  "messages": ChatMessage[];
  "unsent": UnsentMessage[];
  "draft": string;
  "isCatchingUp": boolean;
  "isLoadingOlder": boolean;
  "hasOlder": boolean;
  "failure"?: EventbeeFailure | null;
  "unread": number;
  "isShown": boolean;
  "knownThrough": number;
  "session"?: string | null;
  "written": number;
};

export type ChatStateConnection = "connecting" | "open" | "waiting" | "refused" | "ended";

export type UnsentMessage = {
  "clientID": string;
  "text": string;
};

export type ProfileState = {
  "id": number;
  "info": LoadedProfileInfo;
  "photoSize"?: number | null;
  "photoFailure"?: PhotoFailure | null;
  "isLoadingPhoto": boolean;
  "photoPercent"?: number | null;
  "form"?: ProfileForm | null;
};

export type LoadedProfileInfo = {
  "value"?: ProfileInfo | null;
  "isLoading": boolean;
  "failure"?: EventbeeFailure | null;
};

export type ProfileForm = {
  "name": string;
  "about": string;
  "photo"?: string | null;
  "isSavingText": boolean;
  "photoStep": ProfileFormPhotoStep;
  "uploadPercent"?: number | null;
  "failure"?: ProfileFailure | null;
};

export type ProfileFormPhotoStep =
  | "idle" | "uploading"
  | { "uploaded": { "key": string } }
  | { "linking": { "key": string } };

export type ProfileFailure = { "api": EventbeeFailure } | { "photo": PhotoFailure };

export type NewsState = {
  "reader": NewsStateReader;
  "form": NewspaperForm;
  "page": NewsStatePage;
  "newspapers"?: Newspaper[] | null;
  "nextPage"?: number | null;
  "unreadable": number;
  "isLoadingNewspapers": boolean;
  "newspapersFailure"?: NewspaperFailure | null;
  "subscriptions": string[];
  "feed": NewsStream;
  "archived"?: string | null;
  "archive": NewsStream;
  "selection"?: NewsItem | null;
  "draft"?: NewsForm | null;
  "edit"?: NewspaperEdit | null;
  "storeFailure"?: TokenStoreFailure | null;
};

export type NewsStateReader = "restoring" | "nobody" | "guest" | { "newspaper": string };

export type NewspaperForm = {
  "purpose": NewspaperFormPurpose;
  "name": string;
  "about": string;
  "isInProgress": boolean;
  "failure"?: NewspaperFormFailure | null;
};

export type NewspaperFormFailure = "incomplete" | { "call": NewspaperFailure };

export type NewsStream = {
  "connection": NewsStreamConnection;
  "list": NewsList;
  "start"?: string | null;
  "resume"?: string | null;
  "isCorrupted": boolean;
};

export type NewsStreamConnection = "closed" | "connecting" | "open" | "waiting" | { "refused": NewsStreamRefusal };

export type NewsList = {
  "items": NewsItem[];
  "keys": NewsItemKey[];
};

export type NewsForm = {
  "title": string;
  "body": string;
  "isPublishing": boolean;
  "failure"?: NewspaperFormFailure | null;
};

export type NewspaperEdit = {
  "name": string;
  "about": string;
  "call"?: NewspaperEditCall | null;
  "asksToRemove": boolean;
  "failure"?: NewspaperFormFailure | null;
};

export type NewspaperEditCall = "read" | "save" | "remove";

export type ShotsState = {
  "shots": Shot[];
  "shown"?: Freshness | null;
  "provisional": number;
  "loading"?: number | null;
  "next"?: number | null;
  "failure"?: ShotsPageFailure | null;
  "detail"?: ShotDetail | null;
};

export type ShotsPageFailure = {
  "page": number;
  "reason": ShotsFailure;
  "isRead": boolean;
};

export type ShotDetail = {
  "id": number;
  "shot"?: Shot | null;
  "isLoading": boolean;
  "failure"?: ShotsFailure | null;
  "isFailureRead": boolean;
  "shown"?: Freshness | null;
};

export type AlbumState = {
  "session": AlbumStateSession;
  "form": AlbumForm;
  "notice"?: string | null;
  "photos"?: AlbumPhoto[] | null;
  "isCopy": boolean;
  "use": AlbumUse;
  "isLoading": boolean;
  "failure"?: AlbumFailure | null;
  "draft"?: AlbumDraft | null;
};

export type AlbumStateSession = "unknown" | "restoring" | "signedOut" | { "signedIn": AlbumOwner };

export type AlbumForm = {
  "email": string;
  "password": string;
  "isInProgress": boolean;
};

export type AlbumDraft = {
  "file": string;
  "caption": string;
  "tags": string;
  "isSending": boolean;
  "percent"?: number | null;
};

export type FeedLinkFailure =
  | "emptyID"
  | { "notTheFeed": string }
  | { "unknownBreed": string }
  | { "repeated": string }
  | { "badEncoding": string };

export type Effect =
  | { "auth": AuthEffect }
  | { "feed": FeedEffect }
  | { "members": MembersEffect }
  | { "events": EventsEffect }
  | { "chat": ChatEffect }
  | { "profile": ProfileEffect }
  | { "news": NewsEffect }
  | { "shots": ShotsEffect }
  | { "album": AlbumEffect };

export type AuthEffect = "restore" | "forget" | { "signUp": string };

export type FeedEffect = { "load": Breed } | { "picture": string };

export type MembersEffect =
  | "restore" | "askFacebook" | "logOut" | "forget"
  | { "createAccount": MembersNewAccount }
  | { "logIn": { "email": string; "password": string } }
  | { "logInWithFacebook": string };

export type MembersNewAccount = {
  "name": string;
  "email": string;
  "about": string;
  "password": string;
};

export type EventsEffect =
  | "load" | "people"
  | { "mine": number }
  | { "event": number }
  | { "participants": number }
  | { "enrol": number }
  | { "leave": number }
  | { "add": { "_0": number; "to": number } }
  | { "remove": { "_0": number; "from": number } }
  | { "create": EventDraft }
  | { "update": { "_0": number; "from": EventDraft; "to": EventDraft } };

export type EventDraft = {
  "name": string;
  "about": string;
  "permission": string;
  "start": number;
  "end": number;
};

export type ChatEffect =
  | { "room": { "event": number } }
  | { "history": { "event": number; "after": number } }
  | { "older": { "event": number; "before": number } }
  | { "speak": { "event": number; "_1": UnsentMessage } };

export type ProfileEffect =
  | { "load": number }
  | { "photo": string }
  | { "saveText": { "_0": number; "name"?: string | null; "about"?: string | null } }
  | { "upload": { "_0": string; "user": number } }
  | { "link": { "_0": number; "photo": string } };

export type NewsEffect =
  | "restore"
  | { "keep": SavedNews }
  | { "find": string }
  | { "create": Newspaper }
  | { "newspapers": { "page": number } }
  | { "read": string }
  | { "update": Newspaper }
  | { "delete": string }
  | { "publish": { "_0": NewsDraft; "as": string } }
  | { "follow": { "_0": string[]; "after"?: string | null; "over": NewsChannel } };

export type NewsDraft = {
  "title": string;
  "body": string;
};

export type ShotsEffect = { "page": number } | { "shot": number };

export type AlbumEffect =
  | "restore" | "signOut" | "notice"
  | { "signIn": { "email": string; "_1": string } }
  | { "load": [string, AlbumUse] }
  | { "publish": { "_0": AlbumDraft; "of": string } };

export type Screen = {
  "title": string;
  "tabs": ScreenModelTabItem[];
  "messages": string[];
  "isBusy": boolean;
  "progress"?: number | null;
  "address"?: string | null;
  "open": Action;
  "picture"?: ScreenModelPicture | null;
  "layout": ScreenModelLayout;
  "fields": ScreenModelField[];
  "rows": ScreenModelRow[];
  "buttons": ScreenModelButton[];
};

export type ScreenModelTabItem = {
  "label": string;
  "isSelected": boolean;
  "action": Action;
};

export type ScreenModelPicture = {
  "address": string;
  "description": string;
};

export type ScreenModelLayout = "list" | "grid" | "conversation" | "text";

export type ScreenModelField = {
  "label": string;
  "value": string;
  "kind": ScreenModelFieldKind;
  "edit": Action;
};

export type ScreenModelFieldKind = "text" | "email" | "password" | "paragraph" | "file";

export type ScreenModelRow = {
  "text": string;
  "detail": string;
  "isSelected": boolean;
  "picture"?: string | null;
  "action"?: Action | null;
};

export type ScreenModelButton = {
  "label": string;
  "isEnabled": boolean;
  "role": ScreenModelButtonRole;
  "isSelected": boolean;
  "action": Action;
};

export type ScreenModelButtonRole = "plain" | "submit" | "back" | "choice";
