import Colmeia

// The handlers of the features that are nested twenty deep: the innermost one answers at once.

struct Deep1Handler: EffectHandler {
  let feature = Deep1()
  let child = Echo()
  func work(for effect: Deep1.Effect) -> Work<Deep1.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep2Handler: EffectHandler {
  let feature = Deep2()
  let child = Deep1Handler()
  func work(for effect: Deep2.Effect) -> Work<Deep2.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep3Handler: EffectHandler {
  let feature = Deep3()
  let child = Deep2Handler()
  func work(for effect: Deep3.Effect) -> Work<Deep3.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep4Handler: EffectHandler {
  let feature = Deep4()
  let child = Deep3Handler()
  func work(for effect: Deep4.Effect) -> Work<Deep4.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep5Handler: EffectHandler {
  let feature = Deep5()
  let child = Deep4Handler()
  func work(for effect: Deep5.Effect) -> Work<Deep5.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep6Handler: EffectHandler {
  let feature = Deep6()
  let child = Deep5Handler()
  func work(for effect: Deep6.Effect) -> Work<Deep6.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep7Handler: EffectHandler {
  let feature = Deep7()
  let child = Deep6Handler()
  func work(for effect: Deep7.Effect) -> Work<Deep7.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep8Handler: EffectHandler {
  let feature = Deep8()
  let child = Deep7Handler()
  func work(for effect: Deep8.Effect) -> Work<Deep8.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep9Handler: EffectHandler {
  let feature = Deep9()
  let child = Deep8Handler()
  func work(for effect: Deep9.Effect) -> Work<Deep9.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep10Handler: EffectHandler {
  let feature = Deep10()
  let child = Deep9Handler()
  func work(for effect: Deep10.Effect) -> Work<Deep10.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep11Handler: EffectHandler {
  let feature = Deep11()
  let child = Deep10Handler()
  func work(for effect: Deep11.Effect) -> Work<Deep11.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep12Handler: EffectHandler {
  let feature = Deep12()
  let child = Deep11Handler()
  func work(for effect: Deep12.Effect) -> Work<Deep12.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep13Handler: EffectHandler {
  let feature = Deep13()
  let child = Deep12Handler()
  func work(for effect: Deep13.Effect) -> Work<Deep13.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep14Handler: EffectHandler {
  let feature = Deep14()
  let child = Deep13Handler()
  func work(for effect: Deep14.Effect) -> Work<Deep14.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep15Handler: EffectHandler {
  let feature = Deep15()
  let child = Deep14Handler()
  func work(for effect: Deep15.Effect) -> Work<Deep15.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep16Handler: EffectHandler {
  let feature = Deep16()
  let child = Deep15Handler()
  func work(for effect: Deep16.Effect) -> Work<Deep16.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep17Handler: EffectHandler {
  let feature = Deep17()
  let child = Deep16Handler()
  func work(for effect: Deep17.Effect) -> Work<Deep17.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep18Handler: EffectHandler {
  let feature = Deep18()
  let child = Deep17Handler()
  func work(for effect: Deep18.Effect) -> Work<Deep18.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep19Handler: EffectHandler {
  let feature = Deep19()
  let child = Deep18Handler()
  func work(for effect: Deep19.Effect) -> Work<Deep19.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}

struct Deep20Handler: EffectHandler {
  let feature = Deep20()
  let child = Deep19Handler()
  func work(for effect: Deep20.Effect) -> Work<Deep20.Action> {
    switch effect {
    case .child(let effect): feature.child.work(for: effect, by: child)
    }
  }
}
