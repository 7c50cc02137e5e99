# colmeia 0.1: the messages of protocol 1
# Made by `schema --python`; not to be changed by hand. Python 3.11 or later.
from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union

ToAppHelloHello = TypedDict("ToAppHelloHello", {
    "protocol": Literal[1],
    "client": NotRequired[str],
    "claims": NotRequired[List[str]],
    "language": NotRequired[str],
})
ToAppHello = TypedDict("ToAppHello", {
    "hello": "ToAppHelloHello",
})
ToAppDispatch = TypedDict("ToAppDispatch", {
    "dispatch": "Action",
})
ToAppAdvance = TypedDict("ToAppAdvance", {
    "advance": float,
})
ToAppEcho = TypedDict("ToAppEcho", {
    "echo": Any,
})
ToAppAnswerAnswer = TypedDict("ToAppAnswerAnswer", {
    "effect": int,
    "action": "Action",
})
ToAppAnswer = TypedDict("ToAppAnswer", {
    "answer": "ToAppAnswerAnswer",
})
ToAppEnd = TypedDict("ToAppEnd", {
    "end": int,
})
ToApp = Union[Literal["bye"], "ToAppHello", "ToAppDispatch", "ToAppAdvance", "ToAppEcho", "ToAppAnswer", "ToAppEnd"]
FromAppHelloHello = TypedDict("FromAppHelloHello", {
    "protocol": Literal[1],
    "app": str,
    "version": str,
    "origin": Union[str, None],
    "texts": NotRequired[Dict[str, str]],
})
FromAppHello = TypedDict("FromAppHello", {
    "hello": "FromAppHelloHello",
})
FromAppState = TypedDict("FromAppState", {
    "state": "State",
    "sequence": int,
})
FromAppPatch = TypedDict("FromAppPatch", {
    "patch": List["Change"],
    "sequence": int,
})
FromAppScreen = TypedDict("FromAppScreen", {
    "screen": "Screen",
})
FromAppEffect = TypedDict("FromAppEffect", {
    "effect": "Effect",
    "number": NotRequired[int],
})
FromAppCancel = TypedDict("FromAppCancel", {
    "cancel": int,
})
FromAppEcho = TypedDict("FromAppEcho", {
    "echo": Any,
})
FromAppErrorError = TypedDict("FromAppErrorError", {
    "message": str,
    "line": NotRequired[int],
})
FromAppError = TypedDict("FromAppError", {
    "error": "FromAppErrorError",
})
FromApp = Union[Literal["bye"], "FromAppHello", "FromAppState", "FromAppPatch", "FromAppScreen", "FromAppEffect", "FromAppCancel", "FromAppEcho", "FromAppError"]
ChangeOp = TypedDict("ChangeOp", {
    "op": Literal["add", "replace"],
    "path": str,
    "value": Any,
})
ChangeOp2 = TypedDict("ChangeOp2", {
    "op": Literal["remove"],
    "path": str,
})
Change = Union["ChangeOp", "ChangeOp2"]
ActionAuth = TypedDict("ActionAuth", {
    "auth": "AuthAction",
})
ActionFeed = TypedDict("ActionFeed", {
    "feed": "FeedAction",
})
ActionMembers = TypedDict("ActionMembers", {
    "members": "MembersAction",
})
ActionEvents = TypedDict("ActionEvents", {
    "events": "EventsAction",
})
ActionProfile = TypedDict("ActionProfile", {
    "profile": "ProfileAction",
})
ActionOpenProfile = TypedDict("ActionOpenProfile", {
    "openProfile": Union[float, None],
})
ActionChat = TypedDict("ActionChat", {
    "chat": "ChatAction",
})
ActionNews = TypedDict("ActionNews", {
    "news": "NewsAction",
})
ActionShots = TypedDict("ActionShots", {
    "shots": "ShotsAction",
})
ActionAlbum = TypedDict("ActionAlbum", {
    "album": "AlbumAction",
})
ActionSelect = TypedDict("ActionSelect", {
    "select": "AppTab",
})
ActionOpen = TypedDict("ActionOpen", {
    "open": str,
})
Action = Union[Literal["closeProfile", "enterChat", "leaveChat", "dismissLinkFailure"], "ActionAuth", "ActionFeed", "ActionMembers", "ActionEvents", "ActionProfile", "ActionOpenProfile", "ActionChat", "ActionNews", "ActionShots", "ActionAlbum", "ActionSelect", "ActionOpen"]
AuthActionTyped = TypedDict("AuthActionTyped", {
    "typed": str,
})
AuthActionRestored = TypedDict("AuthActionRestored", {
    "restored": Union["Account", None],
})
AuthActionRestoreFailed = TypedDict("AuthActionRestoreFailed", {
    "restoreFailed": "TokenStoreFailure",
})
AuthActionSignedUp = TypedDict("AuthActionSignedUp", {
    "signedUp": "Account",
})
AuthActionSignUpFailed = TypedDict("AuthActionSignUpFailed", {
    "signUpFailed": "SignUpFailure",
})
AuthActionForgetFailed = TypedDict("AuthActionForgetFailed", {
    "forgetFailed": "TokenStoreFailure",
})
AuthAction = Union[Literal["restore", "submit", "cancelSignUp", "signOut", "sessionExpired", "retry"], "AuthActionTyped", "AuthActionRestored", "AuthActionRestoreFailed", "AuthActionSignedUp", "AuthActionSignUpFailed", "AuthActionForgetFailed"]
Account = TypedDict("Account", {
    "email": str,
})
TokenStoreFailure = Literal["damaged", "denied", "full", "inputOutput"]
SignUpFailureRequest = TypedDict("SignUpFailureRequest", {
    "request": "RequestFailure",
})
SignUpFailureTokenNotStored = TypedDict("SignUpFailureTokenNotStored", {
    "tokenNotStored": "TokenStoreFailure",
})
SignUpFailure = Union[Literal["emailRefused"], "SignUpFailureRequest", "SignUpFailureTokenNotStored"]
RequestFailureStatus = TypedDict("RequestFailureStatus", {
    "status": float,
})
RequestFailureUndecodableUndecodable = TypedDict("RequestFailureUndecodableUndecodable", {
    "at": str,
})
RequestFailureUndecodable = TypedDict("RequestFailureUndecodable", {
    "undecodable": "RequestFailureUndecodableUndecodable",
})
RequestFailureTokenUnreadable = TypedDict("RequestFailureTokenUnreadable", {
    "tokenUnreadable": "TokenStoreFailure",
})
RequestFailure = Union[Literal["offline", "unreachable", "timedOut"], "RequestFailureStatus", "RequestFailureUndecodable", "RequestFailureTokenUnreadable"]
FeedActionLoad = TypedDict("FeedActionLoad", {
    "load": "Breed",
})
FeedActionOpen = TypedDict("FeedActionOpen", {
    "open": "FeedLink",
})
FeedActionSelect = TypedDict("FeedActionSelect", {
    "select": str,
})
FeedActionCachedCached = TypedDict("FeedActionCachedCached", {
    "_0": "Breed",
    "_1": List[str],
    "age": float,
})
FeedActionCached = TypedDict("FeedActionCached", {
    "cached": "FeedActionCachedCached",
})
FeedActionLoaded = TypedDict("FeedActionLoaded", {
    "loaded": List[Union["Breed", List[str]]],
})
FeedActionFailed = TypedDict("FeedActionFailed", {
    "failed": List[Union["Breed", "RequestFailure"]],
})
FeedActionPicture = TypedDict("FeedActionPicture", {
    "picture": "FeedPictureAction",
})
FeedAction = Union[Literal["retry", "deselect"], "FeedActionLoad", "FeedActionOpen", "FeedActionSelect", "FeedActionCached", "FeedActionLoaded", "FeedActionFailed", "FeedActionPicture"]
Breed = Literal["hound", "husky", "pug", "labrador"]
FeedLink = TypedDict("FeedLink", {
    "breed": "Breed",
    "image": NotRequired[Union[str, None]],
})
FeedPictureActionProgressProgress = TypedDict("FeedPictureActionProgressProgress", {
    "_0": str,
    "percent": float,
})
FeedPictureActionProgress = TypedDict("FeedPictureActionProgress", {
    "progress": "FeedPictureActionProgressProgress",
})
FeedPictureActionLoadedLoaded = TypedDict("FeedPictureActionLoadedLoaded", {
    "_0": str,
    "bytes": float,
})
FeedPictureActionLoaded = TypedDict("FeedPictureActionLoaded", {
    "loaded": "FeedPictureActionLoadedLoaded",
})
FeedPictureActionFailed = TypedDict("FeedPictureActionFailed", {
    "failed": List[Union[str, "RequestFailure"]],
})
FeedPictureAction = Union[Literal["retry"], "FeedPictureActionProgress", "FeedPictureActionLoaded", "FeedPictureActionFailed"]
MembersActionChoose = TypedDict("MembersActionChoose", {
    "choose": "MemberFormPurpose",
})
MembersActionTyped = TypedDict("MembersActionTyped", {
    "typed": List[Union["MemberFormField", str]],
})
MembersActionTypedPassword = TypedDict("MembersActionTypedPassword", {
    "typedPassword": str,
})
MembersActionLogInWithFacebook = TypedDict("MembersActionLogInWithFacebook", {
    "logInWithFacebook": str,
})
MembersActionRestored = TypedDict("MembersActionRestored", {
    "restored": Union["Member", None],
})
MembersActionRestoreFailed = TypedDict("MembersActionRestoreFailed", {
    "restoreFailed": "TokenStoreFailure",
})
MembersActionAccountFailed = TypedDict("MembersActionAccountFailed", {
    "accountFailed": "EventbeeFailure",
})
MembersActionLoggedIn = TypedDict("MembersActionLoggedIn", {
    "loggedIn": "Member",
})
MembersActionLogInFailed = TypedDict("MembersActionLogInFailed", {
    "logInFailed": "EventbeeFailure",
})
MembersActionTokenNotStored = TypedDict("MembersActionTokenNotStored", {
    "tokenNotStored": "TokenStoreFailure",
})
MembersActionLogOutFailed = TypedDict("MembersActionLogOutFailed", {
    "logOutFailed": "EventbeeFailure",
})
MembersActionForgetFailed = TypedDict("MembersActionForgetFailed", {
    "forgetFailed": "TokenStoreFailure",
})
MembersAction = Union[Literal["restore", "submit", "askFacebook", "logOut", "sessionRefused", "accountCreated", "facebookRefused", "loggedOut"], "MembersActionChoose", "MembersActionTyped", "MembersActionTypedPassword", "MembersActionLogInWithFacebook", "MembersActionRestored", "MembersActionRestoreFailed", "MembersActionAccountFailed", "MembersActionLoggedIn", "MembersActionLogInFailed", "MembersActionTokenNotStored", "MembersActionLogOutFailed", "MembersActionForgetFailed"]
MemberFormPurpose = Literal["logIn", "createAccount"]
MemberFormField = Literal["name", "email", "about"]
Member = TypedDict("Member", {
    "id": float,
    "name": str,
    "email": str,
    "about": str,
})
EventbeeFailureRequest = TypedDict("EventbeeFailureRequest", {
    "request": "RequestFailure",
})
EventbeeFailure = Union[Literal["sessionRefused", "notEnrolled", "notPermitted", "wrongCredentials", "tooManyAttempts", "repeatedEmail", "notProcessed", "notFound"], "EventbeeFailureRequest"]
EventsActionOpen = TypedDict("EventsActionOpen", {
    "open": float,
})
EventsActionAdd = TypedDict("EventsActionAdd", {
    "add": float,
})
EventsActionRemove = TypedDict("EventsActionRemove", {
    "remove": float,
})
EventsActionTyped = TypedDict("EventsActionTyped", {
    "typed": List[Union["EventFormField", str]],
})
EventsActionPermit = TypedDict("EventsActionPermit", {
    "permit": str,
})
EventsActionLoaded = TypedDict("EventsActionLoaded", {
    "loaded": List["Event"],
})
EventsActionLoadFailed = TypedDict("EventsActionLoadFailed", {
    "loadFailed": "EventbeeFailure",
})
EventsActionMine = TypedDict("EventsActionMine", {
    "mine": List[float],
})
EventsActionMineFailed = TypedDict("EventsActionMineFailed", {
    "mineFailed": "EventbeeFailure",
})
EventsActionEvent = TypedDict("EventsActionEvent", {
    "event": "Event",
})
EventsActionEventFailed = TypedDict("EventsActionEventFailed", {
    "eventFailed": List[Union[float, "EventbeeFailure"]],
})
EventsActionParticipants = TypedDict("EventsActionParticipants", {
    "participants": List[Union[float, List["Person"]]],
})
EventsActionParticipantsFailed = TypedDict("EventsActionParticipantsFailed", {
    "participantsFailed": List[Union[float, "EventbeeFailure"]],
})
EventsActionEnrolmentDone = TypedDict("EventsActionEnrolmentDone", {
    "enrolmentDone": float,
})
EventsActionEnrolmentFailed = TypedDict("EventsActionEnrolmentFailed", {
    "enrolmentFailed": List[Union[float, "EventbeeFailure"]],
})
EventsActionPeople = TypedDict("EventsActionPeople", {
    "people": List["Person"],
})
EventsActionPeopleFailed = TypedDict("EventsActionPeopleFailed", {
    "peopleFailed": "EventbeeFailure",
})
EventsActionAddedAdded = TypedDict("EventsActionAddedAdded", {
    "_0": float,
    "to": float,
})
EventsActionAdded = TypedDict("EventsActionAdded", {
    "added": "EventsActionAddedAdded",
})
EventsActionAddFailedAddFailed = TypedDict("EventsActionAddFailedAddFailed", {
    "_0": float,
    "to": float,
    "_2": "EventbeeFailure",
})
EventsActionAddFailed = TypedDict("EventsActionAddFailed", {
    "addFailed": "EventsActionAddFailedAddFailed",
})
EventsActionRemovedRemoved = TypedDict("EventsActionRemovedRemoved", {
    "_0": float,
    "from": float,
})
EventsActionRemoved = TypedDict("EventsActionRemoved", {
    "removed": "EventsActionRemovedRemoved",
})
EventsActionRemoveFailedRemoveFailed = TypedDict("EventsActionRemoveFailedRemoveFailed", {
    "_0": float,
    "from": float,
    "_2": "EventbeeFailure",
})
EventsActionRemoveFailed = TypedDict("EventsActionRemoveFailed", {
    "removeFailed": "EventsActionRemoveFailedRemoveFailed",
})
EventsActionSaved = TypedDict("EventsActionSaved", {
    "saved": "Event",
})
EventsActionSaveFailed = TypedDict("EventsActionSaveFailed", {
    "saveFailed": "EventbeeFailure",
})
EventsAction = Union[Literal["load", "loadMine", "close", "reload", "enrol", "leave", "choosePerson", "new", "edit", "save", "discard"], "EventsActionOpen", "EventsActionAdd", "EventsActionRemove", "EventsActionTyped", "EventsActionPermit", "EventsActionLoaded", "EventsActionLoadFailed", "EventsActionMine", "EventsActionMineFailed", "EventsActionEvent", "EventsActionEventFailed", "EventsActionParticipants", "EventsActionParticipantsFailed", "EventsActionEnrolmentDone", "EventsActionEnrolmentFailed", "EventsActionPeople", "EventsActionPeopleFailed", "EventsActionAdded", "EventsActionAddFailed", "EventsActionRemoved", "EventsActionRemoveFailed", "EventsActionSaved", "EventsActionSaveFailed"]
EventFormField = Literal["name", "about", "start", "end"]
Event = TypedDict("Event", {
    "id": float,
    "name": str,
    "about": str,
    "permission": str,
    "start": float,
    "end": float,
    "organizer": NotRequired[Union[float, None]],
})
Person = TypedDict("Person", {
    "id": float,
    "name": str,
})
ProfileActionTyped = TypedDict("ProfileActionTyped", {
    "typed": List[Union["ProfileFormField", str]],
})
ProfileActionChoosePhoto = TypedDict("ProfileActionChoosePhoto", {
    "choosePhoto": str,
})
ProfileActionLoaded = TypedDict("ProfileActionLoaded", {
    "loaded": "ProfileInfo",
})
ProfileActionLoadFailed = TypedDict("ProfileActionLoadFailed", {
    "loadFailed": "EventbeeFailure",
})
ProfileActionPhotoProgress = TypedDict("ProfileActionPhotoProgress", {
    "photoProgress": float,
})
ProfileActionUploadProgress = TypedDict("ProfileActionUploadProgress", {
    "uploadProgress": float,
})
ProfileActionPhotoLoadedPhotoLoaded = TypedDict("ProfileActionPhotoLoadedPhotoLoaded", {
    "bytes": float,
})
ProfileActionPhotoLoaded = TypedDict("ProfileActionPhotoLoaded", {
    "photoLoaded": "ProfileActionPhotoLoadedPhotoLoaded",
})
ProfileActionPhotoFailed = TypedDict("ProfileActionPhotoFailed", {
    "photoFailed": "PhotoFailure",
})
ProfileActionTextSaved = TypedDict("ProfileActionTextSaved", {
    "textSaved": "ProfileInfo",
})
ProfileActionTextFailed = TypedDict("ProfileActionTextFailed", {
    "textFailed": "EventbeeFailure",
})
ProfileActionUploadedUploaded = TypedDict("ProfileActionUploadedUploaded", {
    "key": str,
})
ProfileActionUploaded = TypedDict("ProfileActionUploaded", {
    "uploaded": "ProfileActionUploadedUploaded",
})
ProfileActionUploadFailed = TypedDict("ProfileActionUploadFailed", {
    "uploadFailed": "PhotoFailure",
})
ProfileActionLinked = TypedDict("ProfileActionLinked", {
    "linked": "ProfileInfo",
})
ProfileActionLinkFailed = TypedDict("ProfileActionLinkFailed", {
    "linkFailed": "EventbeeFailure",
})
ProfileAction = Union[Literal["load", "edit", "save", "discard"], "ProfileActionTyped", "ProfileActionChoosePhoto", "ProfileActionLoaded", "ProfileActionLoadFailed", "ProfileActionPhotoProgress", "ProfileActionUploadProgress", "ProfileActionPhotoLoaded", "ProfileActionPhotoFailed", "ProfileActionTextSaved", "ProfileActionTextFailed", "ProfileActionUploaded", "ProfileActionUploadFailed", "ProfileActionLinked", "ProfileActionLinkFailed"]
ProfileFormField = Literal["name", "about"]
ProfileInfo = TypedDict("ProfileInfo", {
    "id": float,
    "name": str,
    "about": str,
    "photo": NotRequired[Union[str, None]],
})
PhotoFailureTooLargeTooLarge = TypedDict("PhotoFailureTooLargeTooLarge", {
    "limit": float,
})
PhotoFailureTooLarge = TypedDict("PhotoFailureTooLarge", {
    "tooLarge": "PhotoFailureTooLargeTooLarge",
})
PhotoFailureRefused = TypedDict("PhotoFailureRefused", {
    "refused": str,
})
PhotoFailureRequest = TypedDict("PhotoFailureRequest", {
    "request": "RequestFailure",
})
PhotoFailure = Union[Literal["unreadable", "notAnImage"], "PhotoFailureTooLarge", "PhotoFailureRefused", "PhotoFailureRequest"]
ChatActionTyped = TypedDict("ChatActionTyped", {
    "typed": str,
})
ChatActionShow = TypedDict("ChatActionShow", {
    "show": bool,
})
ChatActionConnectedConnected = TypedDict("ChatActionConnectedConnected", {
    "session": str,
})
ChatActionConnected = TypedDict("ChatActionConnected", {
    "connected": "ChatActionConnectedConnected",
})
ChatActionDisconnectedDisconnected = TypedDict("ChatActionDisconnectedDisconnected", {
    "willReconnect": bool,
})
ChatActionDisconnected = TypedDict("ChatActionDisconnected", {
    "disconnected": "ChatActionDisconnectedDisconnected",
})
ChatActionReceived = TypedDict("ChatActionReceived", {
    "received": "ChatMessage",
})
ChatActionLeft = TypedDict("ChatActionLeft", {
    "left": float,
})
ChatActionCaughtUpCaughtUp = TypedDict("ChatActionCaughtUpCaughtUp", {
    "after": float,
    "_1": List["ChatMessage"],
})
ChatActionCaughtUp = TypedDict("ChatActionCaughtUp", {
    "caughtUp": "ChatActionCaughtUpCaughtUp",
})
ChatActionOlderOlder = TypedDict("ChatActionOlderOlder", {
    "before": float,
    "_1": List["ChatMessage"],
})
ChatActionOlder = TypedDict("ChatActionOlder", {
    "older": "ChatActionOlderOlder",
})
ChatActionHistoryFailed = TypedDict("ChatActionHistoryFailed", {
    "historyFailed": "EventbeeFailure",
})
ChatAction = Union[Literal["send", "loadOlder", "retry", "rejected"], "ChatActionTyped", "ChatActionShow", "ChatActionConnected", "ChatActionDisconnected", "ChatActionReceived", "ChatActionLeft", "ChatActionCaughtUp", "ChatActionOlder", "ChatActionHistoryFailed"]
ChatMessage = TypedDict("ChatMessage", {
    "id": float,
    "person": "Person",
    "text": str,
    "date": float,
    "clientID": NotRequired[Union[str, None]],
})
NewsActionChoose = TypedDict("NewsActionChoose", {
    "choose": "NewspaperFormPurpose",
})
NewsActionTyped = TypedDict("NewsActionTyped", {
    "typed": List[Union["NewsField", str]],
})
NewsActionShow = TypedDict("NewsActionShow", {
    "show": "NewsStatePage",
})
NewsActionEdit = TypedDict("NewsActionEdit", {
    "edit": "NewsEditAction",
})
NewsActionToggle = TypedDict("NewsActionToggle", {
    "toggle": str,
})
NewsActionOpen = TypedDict("NewsActionOpen", {
    "open": "NewsItemKey",
})
NewsActionOpenArchive = TypedDict("NewsActionOpenArchive", {
    "openArchive": str,
})
NewsActionRestored = TypedDict("NewsActionRestored", {
    "restored": Union["SavedNews", None],
})
NewsActionRestoreFailed = TypedDict("NewsActionRestoreFailed", {
    "restoreFailed": "TokenStoreFailure",
})
NewsActionNotKept = TypedDict("NewsActionNotKept", {
    "notKept": "TokenStoreFailure",
})
NewsActionEntered = TypedDict("NewsActionEntered", {
    "entered": "Newspaper",
})
NewsActionEnterFailed = TypedDict("NewsActionEnterFailed", {
    "enterFailed": "NewspaperFailure",
})
NewsActionNewspapers = TypedDict("NewsActionNewspapers", {
    "newspapers": "NewspaperPage",
})
NewsActionNewspapersFailed = TypedDict("NewsActionNewspapersFailed", {
    "newspapersFailed": "NewspaperFailure",
})
NewsActionPublished = TypedDict("NewsActionPublished", {
    "published": "NewsItem",
})
NewsActionPublishFailed = TypedDict("NewsActionPublishFailed", {
    "publishFailed": "NewspaperFailure",
})
NewsActionHeardHeard = TypedDict("NewsActionHeardHeard", {
    "_0": "NewsStreamEvent",
    "over": "NewsChannel",
})
NewsActionHeard = TypedDict("NewsActionHeard", {
    "heard": "NewsActionHeardHeard",
})
NewsAction = Union[Literal["restore", "enter", "enterAsGuest", "logOut", "loadNewspapers", "loadMoreNewspapers", "close", "closeArchive", "compose", "publish", "discard", "reconnect", "kept"], "NewsActionChoose", "NewsActionTyped", "NewsActionShow", "NewsActionEdit", "NewsActionToggle", "NewsActionOpen", "NewsActionOpenArchive", "NewsActionRestored", "NewsActionRestoreFailed", "NewsActionNotKept", "NewsActionEntered", "NewsActionEnterFailed", "NewsActionNewspapers", "NewsActionNewspapersFailed", "NewsActionPublished", "NewsActionPublishFailed", "NewsActionHeard"]
NewspaperFormPurpose = Literal["logIn", "create"]
NewsField = Literal["name", "about", "title", "body"]
NewsStatePage = Literal["feed", "newspapers"]
NewsEditActionTyped = TypedDict("NewsEditActionTyped", {
    "typed": str,
})
NewsEditActionRead = TypedDict("NewsEditActionRead", {
    "read": "Newspaper",
})
NewsEditActionSaved = TypedDict("NewsEditActionSaved", {
    "saved": "Newspaper",
})
NewsEditActionFailed = TypedDict("NewsEditActionFailed", {
    "failed": "NewspaperFailure",
})
NewsEditAction = Union[Literal["begin", "save", "remove", "end", "removed"], "NewsEditActionTyped", "NewsEditActionRead", "NewsEditActionSaved", "NewsEditActionFailed"]
Newspaper = TypedDict("Newspaper", {
    "name": str,
    "about": str,
})
NewspaperFailureServerFailed = TypedDict("NewspaperFailureServerFailed", {
    "serverFailed": float,
})
NewspaperFailureRefusedRefused = TypedDict("NewspaperFailureRefusedRefused", {
    "_0": float,
    "says": str,
})
NewspaperFailureRefused = TypedDict("NewspaperFailureRefused", {
    "refused": "NewspaperFailureRefusedRefused",
})
NewspaperFailureRequest = TypedDict("NewspaperFailureRequest", {
    "request": "RequestFailure",
})
NewspaperFailure = Union[Literal["notFound"], "NewspaperFailureServerFailed", "NewspaperFailureRefused", "NewspaperFailureRequest"]
NewsItemKey = TypedDict("NewsItemKey", {
    "newspaper": str,
    "id": str,
})
SavedNews = TypedDict("SavedNews", {
    "newspaper": NotRequired[Union[str, None]],
    "subscriptions": List[str],
    "items": List["NewsItem"],
    "keys": List["NewsItemKey"],
    "resume": NotRequired[Union[str, None]],
})
NewsItem = TypedDict("NewsItem", {
    "id": str,
    "newspaper": str,
    "title": str,
    "body": str,
})
NewspaperPage = TypedDict("NewspaperPage", {
    "number": float,
    "newspapers": List["Newspaper"],
    "unreadable": float,
    "hasMore": bool,
})
NewsStreamEventItemItem = TypedDict("NewsStreamEventItemItem", {
    "_0": "NewsItem",
    "resume": NotRequired[Union[str, None]],
})
NewsStreamEventItem = TypedDict("NewsStreamEventItem", {
    "item": "NewsStreamEventItemItem",
})
NewsStreamEventRefused = TypedDict("NewsStreamEventRefused", {
    "refused": "NewsStreamRefusal",
})
NewsStreamEvent = Union[Literal["opened", "corrupted", "interrupted"], "NewsStreamEventItem", "NewsStreamEventRefused"]
NewsStreamRefusalStatus = TypedDict("NewsStreamRefusalStatus", {
    "status": float,
})
NewsStreamRefusal = Union[Literal["notEvents", "tooLarge", "unavailable"], "NewsStreamRefusalStatus"]
NewsChannel = Literal["feed", "archive"]
ShotsActionOpen = TypedDict("ShotsActionOpen", {
    "open": float,
})
ShotsActionLoaded = TypedDict("ShotsActionLoaded", {
    "loaded": "ShotsPage",
})
ShotsActionFailed = TypedDict("ShotsActionFailed", {
    "failed": List[Union[float, "ShotsFailure"]],
})
ShotsActionShot = TypedDict("ShotsActionShot", {
    "shot": List[Union[float, "Shot", "Freshness"]],
})
ShotsActionShotFailed = TypedDict("ShotsActionShotFailed", {
    "shotFailed": List[Union[float, "ShotsFailure"]],
})
ShotsAction = Union[Literal["load", "more", "retry", "dismiss", "reload", "close"], "ShotsActionOpen", "ShotsActionLoaded", "ShotsActionFailed", "ShotsActionShot", "ShotsActionShotFailed"]
ShotsPage = TypedDict("ShotsPage", {
    "number": float,
    "shots": List["Shot"],
    "next": NotRequired[Union[float, None]],
    "freshness": "Freshness",
})
Shot = TypedDict("Shot", {
    "id": NotRequired[Union[float, None]],
    "title": NotRequired[Union[str, None]],
    "description": NotRequired[Union[str, None]],
    "images": "ShotImages",
    "views": NotRequired[Union[float, None]],
    "likes": NotRequired[Union[float, None]],
    "comments": NotRequired[Union[float, None]],
    "author": NotRequired[Union["ShotAuthor", None]],
})
ShotImages = TypedDict("ShotImages", {
    "high": NotRequired[Union[str, None]],
    "normal": NotRequired[Union[str, None]],
    "teaser": NotRequired[Union[str, None]],
})
ShotAuthor = TypedDict("ShotAuthor", {
    "id": NotRequired[Union[float, None]],
    "name": NotRequired[Union[str, None]],
    "avatar": NotRequired[Union[str, None]],
    "location": NotRequired[Union[str, None]],
})
Freshness = Literal["cached", "fresh"]
ShotsFailureJsonMappingJsonMapping = TypedDict("ShotsFailureJsonMappingJsonMapping", {
    "at": str,
})
ShotsFailureJsonMapping = TypedDict("ShotsFailureJsonMapping", {
    "jsonMapping": "ShotsFailureJsonMappingJsonMapping",
})
ShotsFailureUndefined = TypedDict("ShotsFailureUndefined", {
    "undefined": "RequestFailure",
})
ShotsFailure = Union[Literal["unauthorized"], "ShotsFailureJsonMapping", "ShotsFailureUndefined"]
AlbumActionTyped = TypedDict("AlbumActionTyped", {
    "typed": List[Union["AlbumField", str]],
})
AlbumActionTypedPassword = TypedDict("AlbumActionTypedPassword", {
    "typedPassword": str,
})
AlbumActionUse = TypedDict("AlbumActionUse", {
    "use": "AlbumUse",
})
AlbumActionRestored = TypedDict("AlbumActionRestored", {
    "restored": Union["AlbumOwner", None],
})
AlbumActionRestoreFailed = TypedDict("AlbumActionRestoreFailed", {
    "restoreFailed": "AlbumFailure",
})
AlbumActionSignedIn = TypedDict("AlbumActionSignedIn", {
    "signedIn": "AlbumOwner",
})
AlbumActionSignInFailed = TypedDict("AlbumActionSignInFailed", {
    "signInFailed": "AlbumFailure",
})
AlbumActionSignOutFailed = TypedDict("AlbumActionSignOutFailed", {
    "signOutFailed": "AlbumFailure",
})
AlbumActionNotice = TypedDict("AlbumActionNotice", {
    "notice": Union[str, None],
})
AlbumActionPhotosPhotos = TypedDict("AlbumActionPhotosPhotos", {
    "_0": List["AlbumPhoto"],
    "isCopy": bool,
})
AlbumActionPhotos = TypedDict("AlbumActionPhotos", {
    "photos": "AlbumActionPhotosPhotos",
})
AlbumActionLoadFailed = TypedDict("AlbumActionLoadFailed", {
    "loadFailed": "AlbumFailure",
})
AlbumActionProgress = TypedDict("AlbumActionProgress", {
    "progress": float,
})
AlbumActionPublished = TypedDict("AlbumActionPublished", {
    "published": "AlbumPhoto",
})
AlbumActionPublishFailed = TypedDict("AlbumActionPublishFailed", {
    "publishFailed": "AlbumFailure",
})
AlbumAction = Union[Literal["restore", "signIn", "signOut", "load", "compose", "publish", "discard", "signedOut"], "AlbumActionTyped", "AlbumActionTypedPassword", "AlbumActionUse", "AlbumActionRestored", "AlbumActionRestoreFailed", "AlbumActionSignedIn", "AlbumActionSignInFailed", "AlbumActionSignOutFailed", "AlbumActionNotice", "AlbumActionPhotos", "AlbumActionLoadFailed", "AlbumActionProgress", "AlbumActionPublished", "AlbumActionPublishFailed"]
AlbumField = Literal["email", "file", "caption", "tags"]
AlbumUse = Literal["both", "kept", "fresh"]
AlbumOwner = TypedDict("AlbumOwner", {
    "email": str,
    "name": str,
    "registered": float,
    "pizza": NotRequired[Union[str, None]],
})
AlbumFailureRefusedRefused = TypedDict("AlbumFailureRefusedRefused", {
    "says": str,
})
AlbumFailureRefused = TypedDict("AlbumFailureRefused", {
    "refused": "AlbumFailureRefusedRefused",
})
AlbumFailureStore = TypedDict("AlbumFailureStore", {
    "store": "TokenStoreFailure",
})
AlbumFailureRequest = TypedDict("AlbumFailureRequest", {
    "request": "RequestFailure",
})
AlbumFailure = Union[Literal["sessionEnded", "wrongCredentials", "tooManyAttempts", "unreadable"], "AlbumFailureRefused", "AlbumFailureStore", "AlbumFailureRequest"]
AlbumPhoto = TypedDict("AlbumPhoto", {
    "id": float,
    "caption": str,
    "tags": List[str],
    "taken": float,
    "address": str,
})
AppTab = Literal["feed", "events", "news", "shots", "album", "profile"]
State = TypedDict("State", {
    "auth": "AuthState",
    "feed": NotRequired[Union["FeedState", None]],
    "members": "MembersState",
    "events": "EventsState",
    "chat": NotRequired[Union["ChatState", None]],
    "profile": NotRequired[Union["ProfileState", None]],
    "news": "NewsState",
    "shots": "ShotsState",
    "album": "AlbumState",
    "tab": "AppTab",
    "pendingLink": NotRequired[Union["FeedLink", None]],
    "linkFailure": NotRequired[Union["FeedLinkFailure", None]],
})
AuthState = TypedDict("AuthState", {
    "session": "Session",
    "form": "SignUpForm",
    "storeFailure": NotRequired[Union["AuthStoreFailure", None]],
})
SessionSignedOut = TypedDict("SessionSignedOut", {
    "signedOut": Union["SignedOutReason", None],
})
SessionSignedIn = TypedDict("SessionSignedIn", {
    "signedIn": "Account",
})
Session = Union[Literal["restoring"], "SessionSignedOut", "SessionSignedIn"]
SignedOutReason = Literal["byUser", "expired"]
SignUpForm = TypedDict("SignUpForm", {
    "typed": str,
    "isInProgress": bool,
    "failure": NotRequired[Union["SignUpFailure", None]],
})
AuthStoreFailureCouldNotRestore = TypedDict("AuthStoreFailureCouldNotRestore", {
    "couldNotRestore": "TokenStoreFailure",
})
AuthStoreFailureCouldNotForget = TypedDict("AuthStoreFailureCouldNotForget", {
    "couldNotForget": "TokenStoreFailure",
})
AuthStoreFailure = Union["AuthStoreFailureCouldNotRestore", "AuthStoreFailureCouldNotForget"]
FeedState = TypedDict("FeedState", {
    "breed": "Breed",
    "phase": "FeedStatePhase",
    "selection": NotRequired[Union[str, None]],
    "picture": NotRequired[Union["FeedPicture", None]],
    "shown": "FeedStateShown",
})
FeedStatePhaseLoaded = TypedDict("FeedStatePhaseLoaded", {
    "loaded": List[str],
})
FeedStatePhaseFailed = TypedDict("FeedStatePhaseFailed", {
    "failed": "RequestFailure",
})
FeedStatePhase = Union[Literal["idle", "loading"], "FeedStatePhaseLoaded", "FeedStatePhaseFailed"]
FeedPicture = TypedDict("FeedPicture", {
    "image": str,
    "phase": "FeedPicturePhase",
})
FeedPicturePhaseLoadingLoading = TypedDict("FeedPicturePhaseLoadingLoading", {
    "percent": NotRequired[Union[float, None]],
})
FeedPicturePhaseLoading = TypedDict("FeedPicturePhaseLoading", {
    "loading": "FeedPicturePhaseLoadingLoading",
})
FeedPicturePhaseLoadedLoaded = TypedDict("FeedPicturePhaseLoadedLoaded", {
    "bytes": float,
})
FeedPicturePhaseLoaded = TypedDict("FeedPicturePhaseLoaded", {
    "loaded": "FeedPicturePhaseLoadedLoaded",
})
FeedPicturePhaseFailed = TypedDict("FeedPicturePhaseFailed", {
    "failed": "RequestFailure",
})
FeedPicturePhase = Union["FeedPicturePhaseLoading", "FeedPicturePhaseLoaded", "FeedPicturePhaseFailed"]
FeedStateShownCachedCached = TypedDict("FeedStateShownCachedCached", {
    "age": float,
    "failure": NotRequired[Union["RequestFailure", None]],
})
FeedStateShownCached = TypedDict("FeedStateShownCached", {
    "cached": "FeedStateShownCachedCached",
})
FeedStateShown = Union[Literal["fresh"], "FeedStateShownCached"]
MembersState = TypedDict("MembersState", {
    "session": "Membership",
    "form": "MemberForm",
    "isLoggingOut": bool,
    "logOutFailure": NotRequired[Union["EventbeeFailure", None]],
    "storeFailure": NotRequired[Union["TokenStoreFailure", None]],
})
MembershipSignedOut = TypedDict("MembershipSignedOut", {
    "signedOut": Union["SignedOutReason", None],
})
MembershipSignedIn = TypedDict("MembershipSignedIn", {
    "signedIn": "Member",
})
Membership = Union[Literal["restoring"], "MembershipSignedOut", "MembershipSignedIn"]
MemberForm = TypedDict("MemberForm", {
    "purpose": "MemberFormPurpose",
    "name": str,
    "email": str,
    "about": str,
    "password": str,
    "progress": NotRequired[Union[str, None]],
    "failure": NotRequired[Union["MemberFormFailure", None]],
})
MemberFormFailureAccount = TypedDict("MemberFormFailureAccount", {
    "account": "EventbeeFailure",
})
MemberFormFailureLogInToNewAccount = TypedDict("MemberFormFailureLogInToNewAccount", {
    "logInToNewAccount": "EventbeeFailure",
})
MemberFormFailureLogIn = TypedDict("MemberFormFailureLogIn", {
    "logIn": "EventbeeFailure",
})
MemberFormFailureTokenNotStored = TypedDict("MemberFormFailureTokenNotStored", {
    "tokenNotStored": "TokenStoreFailure",
})
MemberFormFailure = Union[Literal["facebook"], "MemberFormFailureAccount", "MemberFormFailureLogInToNewAccount", "MemberFormFailureLogIn", "MemberFormFailureTokenNotStored"]
EventsState = TypedDict("EventsState", {
    "list": "LoadedArrayEvent",
    "mine": "LoadedArrayInt",
    "detail": NotRequired[Union["EventDetail", None]],
    "form": NotRequired[Union["EventForm", None]],
})
LoadedArrayEvent = TypedDict("LoadedArrayEvent", {
    "value": NotRequired[Union[List["Event"], None]],
    "isLoading": bool,
    "failure": NotRequired[Union["EventbeeFailure", None]],
})
LoadedArrayInt = TypedDict("LoadedArrayInt", {
    "value": NotRequired[Union[List[float], None]],
    "isLoading": bool,
    "failure": NotRequired[Union["EventbeeFailure", None]],
})
EventDetail = TypedDict("EventDetail", {
    "id": float,
    "event": "LoadedEvent",
    "participants": "LoadedArrayPerson",
    "wish": NotRequired[Union[bool, None]],
    "enrolmentFailure": NotRequired[Union["EventbeeFailure", None]],
    "people": NotRequired[Union["LoadedArrayPerson", None]],
    "adding": NotRequired[Union[float, None]],
    "addingFailure": NotRequired[Union["EventbeeFailure", None]],
    "removing": NotRequired[Union[float, None]],
    "removingFailure": NotRequired[Union["EventbeeFailure", None]],
})
LoadedEvent = TypedDict("LoadedEvent", {
    "value": NotRequired[Union["Event", None]],
    "isLoading": bool,
    "failure": NotRequired[Union["EventbeeFailure", None]],
})
LoadedArrayPerson = TypedDict("LoadedArrayPerson", {
    "value": NotRequired[Union[List["Person"], None]],
    "isLoading": bool,
    "failure": NotRequired[Union["EventbeeFailure", None]],
})
EventForm = TypedDict("EventForm", {
    "original": NotRequired[Union["Event", None]],
    "name": str,
    "about": str,
    "start": "TimeField",
    "end": "TimeField",
    "permission": str,
    "isSaving": bool,
    "failure": NotRequired[Union["EventbeeFailure", None]],
})
TimeFieldKnown = TypedDict("TimeFieldKnown", {
    "known": float,
})
TimeFieldTyped = TypedDict("TimeFieldTyped", {
    "typed": str,
})
TimeField = Union["TimeFieldKnown", "TimeFieldTyped"]
ChatState = TypedDict("ChatState", {
    "event": float,
    "connection": "ChatStateConnection",
    "messages": List["ChatMessage"],
    "unsent": List["UnsentMessage"],
    "draft": str,
    "isCatchingUp": bool,
    "isLoadingOlder": bool,
    "hasOlder": bool,
    "failure": NotRequired[Union["EventbeeFailure", None]],
    "unread": float,
    "isShown": bool,
    "knownThrough": float,
    "session": NotRequired[Union[str, None]],
    "written": float,
})
ChatStateConnection = Literal["connecting", "open", "waiting", "refused", "ended"]
UnsentMessage = TypedDict("UnsentMessage", {
    "clientID": str,
    "text": str,
})
ProfileState = TypedDict("ProfileState", {
    "id": float,
    "info": "LoadedProfileInfo",
    "photoSize": NotRequired[Union[float, None]],
    "photoFailure": NotRequired[Union["PhotoFailure", None]],
    "isLoadingPhoto": bool,
    "photoPercent": NotRequired[Union[float, None]],
    "form": NotRequired[Union["ProfileForm", None]],
})
LoadedProfileInfo = TypedDict("LoadedProfileInfo", {
    "value": NotRequired[Union["ProfileInfo", None]],
    "isLoading": bool,
    "failure": NotRequired[Union["EventbeeFailure", None]],
})
ProfileForm = TypedDict("ProfileForm", {
    "name": str,
    "about": str,
    "photo": NotRequired[Union[str, None]],
    "isSavingText": bool,
    "photoStep": "ProfileFormPhotoStep",
    "uploadPercent": NotRequired[Union[float, None]],
    "failure": NotRequired[Union["ProfileFailure", None]],
})
ProfileFormPhotoStepUploadedUploaded = TypedDict("ProfileFormPhotoStepUploadedUploaded", {
    "key": str,
})
ProfileFormPhotoStepUploaded = TypedDict("ProfileFormPhotoStepUploaded", {
    "uploaded": "ProfileFormPhotoStepUploadedUploaded",
})
ProfileFormPhotoStepLinkingLinking = TypedDict("ProfileFormPhotoStepLinkingLinking", {
    "key": str,
})
ProfileFormPhotoStepLinking = TypedDict("ProfileFormPhotoStepLinking", {
    "linking": "ProfileFormPhotoStepLinkingLinking",
})
ProfileFormPhotoStep = Union[Literal["idle", "uploading"], "ProfileFormPhotoStepUploaded", "ProfileFormPhotoStepLinking"]
ProfileFailureApi = TypedDict("ProfileFailureApi", {
    "api": "EventbeeFailure",
})
ProfileFailurePhoto = TypedDict("ProfileFailurePhoto", {
    "photo": "PhotoFailure",
})
ProfileFailure = Union["ProfileFailureApi", "ProfileFailurePhoto"]
NewsState = TypedDict("NewsState", {
    "reader": "NewsStateReader",
    "form": "NewspaperForm",
    "page": "NewsStatePage",
    "newspapers": NotRequired[Union[List["Newspaper"], None]],
    "nextPage": NotRequired[Union[float, None]],
    "unreadable": float,
    "isLoadingNewspapers": bool,
    "newspapersFailure": NotRequired[Union["NewspaperFailure", None]],
    "subscriptions": List[str],
    "feed": "NewsStream",
    "archived": NotRequired[Union[str, None]],
    "archive": "NewsStream",
    "selection": NotRequired[Union["NewsItem", None]],
    "draft": NotRequired[Union["NewsForm", None]],
    "edit": NotRequired[Union["NewspaperEdit", None]],
    "storeFailure": NotRequired[Union["TokenStoreFailure", None]],
})
NewsStateReaderNewspaper = TypedDict("NewsStateReaderNewspaper", {
    "newspaper": str,
})
NewsStateReader = Union[Literal["restoring", "nobody", "guest"], "NewsStateReaderNewspaper"]
NewspaperForm = TypedDict("NewspaperForm", {
    "purpose": "NewspaperFormPurpose",
    "name": str,
    "about": str,
    "isInProgress": bool,
    "failure": NotRequired[Union["NewspaperFormFailure", None]],
})
NewspaperFormFailureCall = TypedDict("NewspaperFormFailureCall", {
    "call": "NewspaperFailure",
})
NewspaperFormFailure = Union[Literal["incomplete"], "NewspaperFormFailureCall"]
NewsStream = TypedDict("NewsStream", {
    "connection": "NewsStreamConnection",
    "list": "NewsList",
    "start": NotRequired[Union[str, None]],
    "resume": NotRequired[Union[str, None]],
    "isCorrupted": bool,
})
NewsStreamConnectionRefused = TypedDict("NewsStreamConnectionRefused", {
    "refused": "NewsStreamRefusal",
})
NewsStreamConnection = Union[Literal["closed", "connecting", "open", "waiting"], "NewsStreamConnectionRefused"]
NewsList = TypedDict("NewsList", {
    "items": List["NewsItem"],
    "keys": List["NewsItemKey"],
})
NewsForm = TypedDict("NewsForm", {
    "title": str,
    "body": str,
    "isPublishing": bool,
    "failure": NotRequired[Union["NewspaperFormFailure", None]],
})
NewspaperEdit = TypedDict("NewspaperEdit", {
    "name": str,
    "about": str,
    "call": NotRequired[Union["NewspaperEditCall", None]],
    "asksToRemove": bool,
    "failure": NotRequired[Union["NewspaperFormFailure", None]],
})
NewspaperEditCall = Literal["read", "save", "remove"]
ShotsState = TypedDict("ShotsState", {
    "shots": List["Shot"],
    "shown": NotRequired[Union["Freshness", None]],
    "provisional": float,
    "loading": NotRequired[Union[float, None]],
    "next": NotRequired[Union[float, None]],
    "failure": NotRequired[Union["ShotsPageFailure", None]],
    "detail": NotRequired[Union["ShotDetail", None]],
})
ShotsPageFailure = TypedDict("ShotsPageFailure", {
    "page": float,
    "reason": "ShotsFailure",
    "isRead": bool,
})
ShotDetail = TypedDict("ShotDetail", {
    "id": float,
    "shot": NotRequired[Union["Shot", None]],
    "isLoading": bool,
    "failure": NotRequired[Union["ShotsFailure", None]],
    "isFailureRead": bool,
    "shown": NotRequired[Union["Freshness", None]],
})
AlbumState = TypedDict("AlbumState", {
    "session": "AlbumStateSession",
    "form": "AlbumForm",
    "notice": NotRequired[Union[str, None]],
    "photos": NotRequired[Union[List["AlbumPhoto"], None]],
    "isCopy": bool,
    "use": "AlbumUse",
    "isLoading": bool,
    "failure": NotRequired[Union["AlbumFailure", None]],
    "draft": NotRequired[Union["AlbumDraft", None]],
})
AlbumStateSessionSignedIn = TypedDict("AlbumStateSessionSignedIn", {
    "signedIn": "AlbumOwner",
})
AlbumStateSession = Union[Literal["unknown", "restoring", "signedOut"], "AlbumStateSessionSignedIn"]
AlbumForm = TypedDict("AlbumForm", {
    "email": str,
    "password": str,
    "isInProgress": bool,
})
AlbumDraft = TypedDict("AlbumDraft", {
    "file": str,
    "caption": str,
    "tags": str,
    "isSending": bool,
    "percent": NotRequired[Union[float, None]],
})
FeedLinkFailureNotTheFeed = TypedDict("FeedLinkFailureNotTheFeed", {
    "notTheFeed": str,
})
FeedLinkFailureUnknownBreed = TypedDict("FeedLinkFailureUnknownBreed", {
    "unknownBreed": str,
})
FeedLinkFailureRepeated = TypedDict("FeedLinkFailureRepeated", {
    "repeated": str,
})
FeedLinkFailureBadEncoding = TypedDict("FeedLinkFailureBadEncoding", {
    "badEncoding": str,
})
FeedLinkFailure = Union[Literal["emptyID"], "FeedLinkFailureNotTheFeed", "FeedLinkFailureUnknownBreed", "FeedLinkFailureRepeated", "FeedLinkFailureBadEncoding"]
EffectAuth = TypedDict("EffectAuth", {
    "auth": "AuthEffect",
})
EffectFeed = TypedDict("EffectFeed", {
    "feed": "FeedEffect",
})
EffectMembers = TypedDict("EffectMembers", {
    "members": "MembersEffect",
})
EffectEvents = TypedDict("EffectEvents", {
    "events": "EventsEffect",
})
EffectChat = TypedDict("EffectChat", {
    "chat": "ChatEffect",
})
EffectProfile = TypedDict("EffectProfile", {
    "profile": "ProfileEffect",
})
EffectNews = TypedDict("EffectNews", {
    "news": "NewsEffect",
})
EffectShots = TypedDict("EffectShots", {
    "shots": "ShotsEffect",
})
EffectAlbum = TypedDict("EffectAlbum", {
    "album": "AlbumEffect",
})
Effect = Union["EffectAuth", "EffectFeed", "EffectMembers", "EffectEvents", "EffectChat", "EffectProfile", "EffectNews", "EffectShots", "EffectAlbum"]
AuthEffectSignUp = TypedDict("AuthEffectSignUp", {
    "signUp": str,
})
AuthEffect = Union[Literal["restore", "forget"], "AuthEffectSignUp"]
FeedEffectLoad = TypedDict("FeedEffectLoad", {
    "load": "Breed",
})
FeedEffectPicture = TypedDict("FeedEffectPicture", {
    "picture": str,
})
FeedEffect = Union["FeedEffectLoad", "FeedEffectPicture"]
MembersEffectCreateAccount = TypedDict("MembersEffectCreateAccount", {
    "createAccount": "MembersNewAccount",
})
MembersEffectLogInLogIn = TypedDict("MembersEffectLogInLogIn", {
    "email": str,
    "password": str,
})
MembersEffectLogIn = TypedDict("MembersEffectLogIn", {
    "logIn": "MembersEffectLogInLogIn",
})
MembersEffectLogInWithFacebook = TypedDict("MembersEffectLogInWithFacebook", {
    "logInWithFacebook": str,
})
MembersEffect = Union[Literal["restore", "askFacebook", "logOut", "forget"], "MembersEffectCreateAccount", "MembersEffectLogIn", "MembersEffectLogInWithFacebook"]
MembersNewAccount = TypedDict("MembersNewAccount", {
    "name": str,
    "email": str,
    "about": str,
    "password": str,
})
EventsEffectMine = TypedDict("EventsEffectMine", {
    "mine": float,
})
EventsEffectEvent = TypedDict("EventsEffectEvent", {
    "event": float,
})
EventsEffectParticipants = TypedDict("EventsEffectParticipants", {
    "participants": float,
})
EventsEffectEnrol = TypedDict("EventsEffectEnrol", {
    "enrol": float,
})
EventsEffectLeave = TypedDict("EventsEffectLeave", {
    "leave": float,
})
EventsEffectAddAdd = TypedDict("EventsEffectAddAdd", {
    "_0": float,
    "to": float,
})
EventsEffectAdd = TypedDict("EventsEffectAdd", {
    "add": "EventsEffectAddAdd",
})
EventsEffectRemoveRemove = TypedDict("EventsEffectRemoveRemove", {
    "_0": float,
    "from": float,
})
EventsEffectRemove = TypedDict("EventsEffectRemove", {
    "remove": "EventsEffectRemoveRemove",
})
EventsEffectCreate = TypedDict("EventsEffectCreate", {
    "create": "EventDraft",
})
EventsEffectUpdateUpdate = TypedDict("EventsEffectUpdateUpdate", {
    "_0": float,
    "from": "EventDraft",
    "to": "EventDraft",
})
EventsEffectUpdate = TypedDict("EventsEffectUpdate", {
    "update": "EventsEffectUpdateUpdate",
})
EventsEffect = Union[Literal["load", "people"], "EventsEffectMine", "EventsEffectEvent", "EventsEffectParticipants", "EventsEffectEnrol", "EventsEffectLeave", "EventsEffectAdd", "EventsEffectRemove", "EventsEffectCreate", "EventsEffectUpdate"]
EventDraft = TypedDict("EventDraft", {
    "name": str,
    "about": str,
    "permission": str,
    "start": float,
    "end": float,
})
ChatEffectRoomRoom = TypedDict("ChatEffectRoomRoom", {
    "event": float,
})
ChatEffectRoom = TypedDict("ChatEffectRoom", {
    "room": "ChatEffectRoomRoom",
})
ChatEffectHistoryHistory = TypedDict("ChatEffectHistoryHistory", {
    "event": float,
    "after": float,
})
ChatEffectHistory = TypedDict("ChatEffectHistory", {
    "history": "ChatEffectHistoryHistory",
})
ChatEffectOlderOlder = TypedDict("ChatEffectOlderOlder", {
    "event": float,
    "before": float,
})
ChatEffectOlder = TypedDict("ChatEffectOlder", {
    "older": "ChatEffectOlderOlder",
})
ChatEffectSpeakSpeak = TypedDict("ChatEffectSpeakSpeak", {
    "event": float,
    "_1": "UnsentMessage",
})
ChatEffectSpeak = TypedDict("ChatEffectSpeak", {
    "speak": "ChatEffectSpeakSpeak",
})
ChatEffect = Union["ChatEffectRoom", "ChatEffectHistory", "ChatEffectOlder", "ChatEffectSpeak"]
ProfileEffectLoad = TypedDict("ProfileEffectLoad", {
    "load": float,
})
ProfileEffectPhoto = TypedDict("ProfileEffectPhoto", {
    "photo": str,
})
ProfileEffectSaveTextSaveText = TypedDict("ProfileEffectSaveTextSaveText", {
    "_0": float,
    "name": NotRequired[Union[str, None]],
    "about": NotRequired[Union[str, None]],
})
ProfileEffectSaveText = TypedDict("ProfileEffectSaveText", {
    "saveText": "ProfileEffectSaveTextSaveText",
})
ProfileEffectUploadUpload = TypedDict("ProfileEffectUploadUpload", {
    "_0": str,
    "user": float,
})
ProfileEffectUpload = TypedDict("ProfileEffectUpload", {
    "upload": "ProfileEffectUploadUpload",
})
ProfileEffectLinkLink = TypedDict("ProfileEffectLinkLink", {
    "_0": float,
    "photo": str,
})
ProfileEffectLink = TypedDict("ProfileEffectLink", {
    "link": "ProfileEffectLinkLink",
})
ProfileEffect = Union["ProfileEffectLoad", "ProfileEffectPhoto", "ProfileEffectSaveText", "ProfileEffectUpload", "ProfileEffectLink"]
NewsEffectKeep = TypedDict("NewsEffectKeep", {
    "keep": "SavedNews",
})
NewsEffectFind = TypedDict("NewsEffectFind", {
    "find": str,
})
NewsEffectCreate = TypedDict("NewsEffectCreate", {
    "create": "Newspaper",
})
NewsEffectNewspapersNewspapers = TypedDict("NewsEffectNewspapersNewspapers", {
    "page": float,
})
NewsEffectNewspapers = TypedDict("NewsEffectNewspapers", {
    "newspapers": "NewsEffectNewspapersNewspapers",
})
NewsEffectRead = TypedDict("NewsEffectRead", {
    "read": str,
})
NewsEffectUpdate = TypedDict("NewsEffectUpdate", {
    "update": "Newspaper",
})
NewsEffectDelete = TypedDict("NewsEffectDelete", {
    "delete": str,
})
NewsEffectPublishPublish = TypedDict("NewsEffectPublishPublish", {
    "_0": "NewsDraft",
    "as": str,
})
NewsEffectPublish = TypedDict("NewsEffectPublish", {
    "publish": "NewsEffectPublishPublish",
})
NewsEffectFollowFollow = TypedDict("NewsEffectFollowFollow", {
    "_0": List[str],
    "after": NotRequired[Union[str, None]],
    "over": "NewsChannel",
})
NewsEffectFollow = TypedDict("NewsEffectFollow", {
    "follow": "NewsEffectFollowFollow",
})
NewsEffect = Union[Literal["restore"], "NewsEffectKeep", "NewsEffectFind", "NewsEffectCreate", "NewsEffectNewspapers", "NewsEffectRead", "NewsEffectUpdate", "NewsEffectDelete", "NewsEffectPublish", "NewsEffectFollow"]
NewsDraft = TypedDict("NewsDraft", {
    "title": str,
    "body": str,
})
ShotsEffectPage = TypedDict("ShotsEffectPage", {
    "page": float,
})
ShotsEffectShot = TypedDict("ShotsEffectShot", {
    "shot": float,
})
ShotsEffect = Union["ShotsEffectPage", "ShotsEffectShot"]
AlbumEffectSignInSignIn = TypedDict("AlbumEffectSignInSignIn", {
    "email": str,
    "_1": str,
})
AlbumEffectSignIn = TypedDict("AlbumEffectSignIn", {
    "signIn": "AlbumEffectSignInSignIn",
})
AlbumEffectLoad = TypedDict("AlbumEffectLoad", {
    "load": List[Union[str, "AlbumUse"]],
})
AlbumEffectPublishPublish = TypedDict("AlbumEffectPublishPublish", {
    "_0": "AlbumDraft",
    "of": str,
})
AlbumEffectPublish = TypedDict("AlbumEffectPublish", {
    "publish": "AlbumEffectPublishPublish",
})
AlbumEffect = Union[Literal["restore", "signOut", "notice"], "AlbumEffectSignIn", "AlbumEffectLoad", "AlbumEffectPublish"]
Screen = TypedDict("Screen", {
    "title": str,
    "tabs": List["ScreenModelTabItem"],
    "messages": List[str],
    "isBusy": bool,
    "progress": NotRequired[Union[float, None]],
    "address": NotRequired[Union[str, None]],
    "open": "Action",
    "picture": NotRequired[Union["ScreenModelPicture", None]],
    "layout": "ScreenModelLayout",
    "fields": List["ScreenModelField"],
    "rows": List["ScreenModelRow"],
    "buttons": List["ScreenModelButton"],
})
ScreenModelTabItem = TypedDict("ScreenModelTabItem", {
    "label": str,
    "isSelected": bool,
    "action": "Action",
})
ScreenModelPicture = TypedDict("ScreenModelPicture", {
    "address": str,
    "description": str,
})
ScreenModelLayout = Literal["list", "grid", "conversation", "text"]
ScreenModelField = TypedDict("ScreenModelField", {
    "label": str,
    "value": str,
    "kind": "ScreenModelFieldKind",
    "edit": "Action",
})
ScreenModelFieldKind = Literal["text", "email", "password", "paragraph", "file"]
ScreenModelRow = TypedDict("ScreenModelRow", {
    "text": str,
    "detail": str,
    "isSelected": bool,
    "picture": NotRequired[Union[str, None]],
    "action": NotRequired[Union["Action", None]],
})
ScreenModelButton = TypedDict("ScreenModelButton", {
    "label": str,
    "isEnabled": bool,
    "role": "ScreenModelButtonRole",
    "isSelected": bool,
    "action": "Action",
})
ScreenModelButtonRole = Literal["plain", "submit", "back", "choice"]
